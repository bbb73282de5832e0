"""Human audit and review: samples, evidence packages, workbooks, votes. It knows no wing."""

"""What must not leave with a release unseen: personal data and secrets in any of its texts."""

"""Foundation that knows no benchmark: records, errors, hashing, lake, text, SQL, statistics."""

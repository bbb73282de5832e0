"""The records of wing one."""

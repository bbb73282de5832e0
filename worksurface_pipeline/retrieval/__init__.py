"""Passages and indexes over them; knows no benchmark."""

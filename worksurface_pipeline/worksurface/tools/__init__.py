"""The seven tools over the surfaces of one scope."""

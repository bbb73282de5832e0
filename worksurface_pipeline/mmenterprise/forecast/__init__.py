"""What an evaluation is going to take and to send, before any of it is spent."""

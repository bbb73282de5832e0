"""What an evaluation shows: tables and figures over projects, questions, retrieval and verdicts."""

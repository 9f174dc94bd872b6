"""The conversation with a page over a socket: messages, what a viewer sees, and what a viewer may do."""

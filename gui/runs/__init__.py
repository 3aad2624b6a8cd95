"""What lies on the disk of a running process, so that nothing is lost if it dies."""

"""What every request passes, and the pages: the door, headers, faults as answers, files, health."""

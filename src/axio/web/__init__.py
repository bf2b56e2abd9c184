"""What the browser runs, and the script that writes its generated files."""

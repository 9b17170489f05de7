"""Programs of one op each, a module a dialect."""

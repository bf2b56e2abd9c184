"""The same source compiled to WebAssembly: how a module is built, and how its functions are called."""

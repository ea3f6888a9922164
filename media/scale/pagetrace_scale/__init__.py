"""What the programs beside this folder are made of. Only `cluster` needs Ray, and only `client` needs aiohttp."""

/** The pages at which the faulty worker fails, by cause: it exits, it throws an uncaught error, or WebAssembly traps. */
export const FAULTS = { exit: 2, throw: 3, trap: 4 } as const;

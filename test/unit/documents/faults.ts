/** The pages at which the faulty worker comes down, by how: it exits, an error is thrown that nothing catches, a WebAssembly trap. */
export const FAULTS = { exit: 2, throw: 3, trap: 4 } as const;

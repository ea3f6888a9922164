/** The part of WebAssembly's own interface that is used; the types of Node do not have it. */
declare namespace WebAssembly {
  type Module = object;
  interface Instance {
    readonly exports: unknown;
  }
  interface Memory {
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  const Module: new (bytes: Uint8Array) => Module;
  const Instance: new (module: Module) => Instance;
}

/** Emscripten's factory of libjpeg-turbo; the package ships no types. */
declare module '@cornerstonejs/codec-libjpeg-turbo-8bit/wasmjs' {
  const factory: (options: { wasmBinary: Uint8Array }) => Promise<unknown>;
  export { factory as default };
}

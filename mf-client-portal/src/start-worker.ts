declare const __webpack_public_path__: string

/** Starts a web worker of this remote (`workers` in rspack.config.ts). */
export const startWorker = (name: 'heic' | 'scan'): Worker =>
  new Worker(new URL(`${__webpack_public_path__}workers/${name}.js`, document.baseURI))

import { setFlagsFromString } from 'node:v8'

// Imported before all else. The process that starts the portal then only waits: without this it keeps 40 MB more.
setFlagsFromString('--optimize-for-size')

import { type Mode, shellConfig } from '@portal/kit/build'

export default (mode: Mode) => shellConfig({ dir: import.meta.dirname, mode })

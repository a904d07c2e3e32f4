import { type Mode, remoteConfig } from '@portal/kit/build'

export default (mode: Mode) => remoteConfig({ dir: import.meta.dirname, name: 'mf-example', mode })

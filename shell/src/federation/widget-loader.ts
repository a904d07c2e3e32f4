import type { WidgetName } from '@portal/contract/widgets'
import type { WidgetLoader } from '@portal/sdk'
import type { ComponentType } from 'react'
import type { Loader } from './loader.ts'

const isWidget = (loaded: unknown): loaded is { default: ComponentType<never> } =>
  typeof loaded === 'object' && loaded !== null && 'default' in loaded && typeof loaded.default === 'function'

/**
 * Returns the loader of `RemoteSlot`: a widget is `<remote>/<expose>`, whose module exports the
 * component as default. If a canary cannot be loaded, `fallBack` replaces it.
 */
export const widgetLoader =
  (loader: Loader, fallBack?: (name: WidgetName) => Promise<boolean>): WidgetLoader =>
  async (name) => {
    const [remote = '', expose = ''] = name.split('/')
    const loaded = await loader.load(remote, expose).catch(async (error: unknown) => {
      if (await fallBack?.(name)) return loader.load(remote, expose)
      throw error
    })
    if (!isWidget(loaded)) throw new Error(`The widget ${name} exports no component as default.`)
    return loaded
  }

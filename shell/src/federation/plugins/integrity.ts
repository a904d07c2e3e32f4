import type { ModuleFederationRuntimePlugin } from '@module-federation/runtime'

/**
 * Makes the browser check every file that the runtime loads or preloads against the hash of the
 * published file. Files without a known hash are left to the remote's own loader, which checks them.
 */
export function integrity(hashes: Readonly<Record<string, string>>): ModuleFederationRuntimePlugin {
  const hashOf = (url: string): string | undefined => hashes[new URL(url, location.origin).pathname]
  return {
    name: 'integrity',
    beforePreloadRemote: ({ preloadOps }) => {
      for (const preload of preloadOps) preload.filter = (url) => hashOf(url) !== undefined
    },
    createScript: ({ url, attrs }) => {
      const hash = hashOf(url)
      const script = document.createElement('script')
      for (const [name, value] of Object.entries(attrs ?? {})) script.setAttribute(name, String(value))
      Object.assign(script, { src: url, crossOrigin: 'anonymous' }, hash ? { integrity: hash } : {})
      return script
    },
    createLink: ({ url, attrs }) => {
      const link = document.createElement('link')
      for (const [name, value] of Object.entries(attrs ?? {})) link.setAttribute(name, String(value))
      // The remote's own code inserts the style sheet and waits for it.
      if (link.rel === 'stylesheet') Object.assign(link, { rel: 'preload', as: 'style', type: '' })
      Object.assign(link, { href: url, crossOrigin: 'anonymous', integrity: hashOf(url) })
      return link
    },
    loadEntry: async ({ remoteInfo }) => {
      const hash = hashOf(remoteInfo.entry)
      if (hash && ['module', 'esm'].includes(remoteInfo.type)) await preloadModule(remoteInfo.entry, hash)
    },
  }
}

/** Loads a module under a hash. Importing it later does not request it again. */
const preloadModule = (href: string, hash: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const link = document.createElement('link')
    Object.assign(link, { rel: 'modulepreload', href, integrity: hash, crossOrigin: 'anonymous' })
    link.addEventListener('load', () => resolve())
    link.addEventListener('error', () => reject(new Error(`${href} could not be loaded.`)))
    document.head.append(link)
  })

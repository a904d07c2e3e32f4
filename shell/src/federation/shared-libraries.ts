import type { ModuleFederation } from '@module-federation/runtime'
import type { SharedName } from '@portal/kit/build'
import * as sdk from '@portal/sdk'
import { toastLibrary } from '@portal/sdk/toaster'
import * as query from '@tanstack/react-query'
import * as router from '@tanstack/react-router'
import * as jotai from 'jotai'
import * as react from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import * as reactDom from 'react-dom'
import * as reactDomClient from 'react-dom/client'

type Shared = NonNullable<Parameters<ModuleFederation['registerShared']>[0]>
type Library = { lib: () => unknown } | { get: () => Promise<() => unknown>; loaded: true }

/** Installed versions of the shared libraries. Defined by the build. */
declare const SHARED_VERSIONS: Record<SharedName, string>

/**
 * The libraries that remotes share with the shell. Each counts as loaded, so that the runtime never
 * prefers a newer copy that a remote brings.
 */
const LIBRARIES: Record<SharedName, Library> = {
  react: { lib: () => react },
  'react/jsx-runtime': { lib: () => jsxRuntime },
  'react-dom': { lib: () => reactDom },
  'react-dom/client': { lib: () => reactDomClient },
  '@tanstack/react-router': { lib: () => router },
  '@tanstack/react-query': { lib: () => query },
  jotai: { lib: () => jotai },
  // The shell loads it with the first message.
  sonner: {
    loaded: true,
    get: () => toastLibrary.load().then((library) => () => library),
  },
  '@portal/sdk': { lib: () => sdk },
}

/** Returns the shared libraries as singletons, with their versions. */
export const sharedLibraries = (): Shared =>
  Object.fromEntries(
    Object.entries(LIBRARIES).map(([name, library]) => {
      const version = SHARED_VERSIONS[name as SharedName]
      return [name, { ...library, version, shareConfig: { singleton: true, requiredVersion: `^${version}` } }]
    }),
  )

import type { RemoteEntry } from '@portal/contract/remotes'
import type { SharedName } from '@portal/kit/build'
import { createInstance, type ModuleFederationRuntimePlugin } from '@module-federation/runtime'
import * as runtimeCore from '@module-federation/runtime/core'
import * as sdk from '@portal/sdk'
import * as query from '@tanstack/react-query'
import * as router from '@tanstack/react-router'
import * as jotai from 'jotai'
import * as react from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import * as reactDom from 'react-dom'
import * as reactDomClient from 'react-dom/client'
import * as sonner from 'sonner'
import type { Registry } from './registry.ts'

/** Installed versions of the shared libraries; put in by the build. */
declare const SHARED_VERSIONS: Record<SharedName, string>

const libraries: Record<SharedName, unknown> = {
  react,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': reactDom,
  'react-dom/client': reactDomClient,
  '@tanstack/react-router': router,
  '@tanstack/react-query': query,
  jotai,
  sonner,
  '@portal/sdk': sdk,
}

const pathOf = (url: string): string => new URL(url, location.href).pathname

/** Answers requests for manifests with those that came inside the HTML. */
const inlineManifests = (manifests: Record<string, unknown>): ModuleFederationRuntimePlugin => ({
  name: 'inline-manifests',
  fetch(url) {
    const manifest = manifests[pathOf(url)]
    return manifest ? Promise.resolve(Response.json(manifest)) : undefined
  },
})

/**
 * The runtime inserts a remote's styles as a style sheet link, which the remote's own chunk loader then takes for loaded: the
 * remote would show unstyled for a moment. A preload gets them just as early and leaves the loading to the chunk loader.
 */
const stylesOnlyPreloaded = (integrity: Record<string, string>): ModuleFederationRuntimePlugin => ({
  name: 'styles-only-preloaded',
  createLink({ url, attrs }) {
    if (attrs?.['rel'] !== 'stylesheet') return undefined
    const link = document.createElement('link')
    link.rel = 'preload'
    link.as = 'style'
    link.href = url
    const expected = integrity[pathOf(url)]
    // As the chunk loader will ask for it, or the browser would load the file twice.
    if (expected) Object.assign(link, { integrity: expected, crossOrigin: 'anonymous' })
    return link
  },
})

/** Checks scripts that the runtime loads against the registry. What those load is checked by what the entry script knows. */
const checkedScripts = (integrity: Record<string, string>): ModuleFederationRuntimePlugin => ({
  name: 'checked-scripts',
  createScript({ url }) {
    const expected = integrity[pathOf(url)]
    if (!expected) return undefined
    const script = document.createElement('script')
    script.src = url
    script.async = true
    script.integrity = expected
    script.crossOrigin = 'anonymous'
    return script
  },
})

/** Loads modules of remotes. */
export interface Runtime {
  /** The module `expose` of a registered remote. Rejects when it cannot be had; a later call tries again. */
  load: (remote: string, expose: string) => Promise<unknown>
  /** Makes a remote be loaded afresh from this entry, whatever was loaded of it before. */
  replace: (entry: RemoteEntry) => void
}

/** Remotes know themselves by an identifier (see `containerName` of the build preset). */
const idOf = (name: string): string => name.replaceAll('-', '_')

/**
 * Starts the federation runtime: the shell's own libraries are handed to the remotes by reference, so each exists once.
 * To be called once per page.
 */
export function createRuntime({ remotes, manifests, integrity }: Registry): Runtime {
  // Remotes are built without a runtime core of their own and look for this one.
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore })
  const shared = Object.entries(libraries).map(([name, library]) => {
    const version = SHARED_VERSIONS[name as SharedName]
    return [name, { version, lib: () => library, shareConfig: { singleton: true, requiredVersion: `^${version}` } }] as const
  })
  const register = ({ name, entry }: RemoteEntry) => ({ name: idOf(name), entry })
  const federation = createInstance({
    name: 'shell',
    remotes: remotes.map(register),
    shared: Object.fromEntries(shared),
    shareStrategy: 'loaded-first',
    plugins: [inlineManifests(manifests), stylesOnlyPreloaded(integrity), checkedScripts(integrity)],
  })
  return {
    load: (remote, expose) => federation.loadRemote(`${idOf(remote)}/${expose}`),
    replace: (entry) => federation.registerRemotes([register(entry)], { force: true }),
  }
}

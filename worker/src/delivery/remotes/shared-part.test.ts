import type { RemoteRegistry } from '@portal/contract/remotes'
import { describe, expect, it } from 'vitest'
import { sharedPart } from './shared-part.ts'

const entry = {
  name: 'mf-shared',
  version: '1.0.0',
  entry: '/remotes/mf-shared/1.0.0/mf-manifest.json',
  routes: ['/shared'],
  role: 'bookkeeper' as const,
  nav: null,
  contract: '1.0.0',
  sdk: '1.0.0',
}
const registry: RemoteRegistry = { remotes: [entry], flags: { 'new-list': true } }
const visitor = { previews: [], cohort: undefined }
const person = { ...visitor, cohort: { userId: 'user', firmId: 'firm', sessionId: 'session' } }

describe('the shared part of a registry', () => {
  it('is all of it when a visitor has read it', () => {
    expect(sharedPart(registry, visitor)).toEqual(registry)
  })

  it('contains no flags of the person who has read it', () => {
    expect(sharedPart(registry, person)).toEqual({ remotes: [entry], flags: {}, targeted: true })
  })

  it('is missing when the registry may contain a canary or a preview', () => {
    const canary = { ...registry, remotes: [{ ...entry, watch: true as const }] }
    expect(sharedPart(canary, person)).toBeUndefined()
    const previews = [{ name: entry.name, version: entry.version, issued: 0, expires: 1 }]
    expect(sharedPart(registry, { ...visitor, previews })).toBeUndefined()
  })
})

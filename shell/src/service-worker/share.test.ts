import { MemoryCaches } from '../testing/memory-caches.ts'
import { offlineCacheName } from '@portal/sdk/offline-data'
import { forgetSharedFiles, sharedFilesOf } from '@portal/sdk/shared-files'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { isShare, takeShare } from './share.ts'

const sessionOf = (session_id: string, client_id: string | null) => ({ session_id, user: { client_id } }) as never
const priya = sessionOf('s1', 'c1')
let device: MemoryCaches

beforeEach(() => {
  device = new MemoryCaches()
  vi.stubGlobal('caches', device)
  vi.stubGlobal('navigator', { locks: { request: (...rest: unknown[]) => (rest.at(-1) as () => unknown)() } })
})
afterEach(() => vi.unstubAllGlobals())

/** Shares files like the system does, and returns where the browser goes. */
async function share(...files: File[]): Promise<string | null> {
  const body = new FormData()
  for (const file of files) body.append('files', file)
  const response = await takeShare({ request: { url: 'http://localhost/share', formData: async () => body } })
  expect(response.status).toBe(303)
  return response.headers.get('location')
}
const pdf = (name: string) => new File([`the bytes of ${name}`], name, { type: 'application/pdf' })

it('keeps what was shared last, with names and types, until it is forgotten', async () => {
  await device.open(offlineCacheName('s1', 'c1'))
  await device.open('portal.files')
  expect(isShare({ pathname: '/share' }) && !isShare({ pathname: '/shared' })).toBe(true)
  await share(pdf('an earlier one.pdf'), pdf('another one.pdf'))
  expect(await share(pdf('Kontoauszug März – 1.pdf'))).toMatch(/\/share$/)
  const [file, ...others] = await sharedFilesOf(priya)
  expect(others).toEqual([])
  expect(file).toMatchObject({ name: 'Kontoauszug März – 1.pdf', type: 'application/pdf' })
  expect(await file?.text()).toBe('the bytes of Kontoauszug März – 1.pdf')
  await forgetSharedFiles(priya)
  expect(await sharedFilesOf(priya)).toEqual([])
})

it('keeps nothing for people who are signed out, and shows nothing to the next person', async () => {
  await share(pdf('a.pdf'))
  expect(await device.keys()).toEqual([])
  // Bookkeepers answer no questions.
  const bookkeepers = await device.open(offlineCacheName('s0', null))
  await share(pdf('a.pdf'))
  expect(await bookkeepers.keys()).toEqual([])
  await device.delete(offlineCacheName('s0', null))
  await device.open(offlineCacheName('s1', 'c1'))
  await share(pdf('b.pdf'))
  expect(await sharedFilesOf(sessionOf('s2', 'c2'))).toEqual([])
  expect(await sharedFilesOf(sessionOf('s1', 'c2'))).toEqual([])
  expect(await sharedFilesOf(priya)).toHaveLength(1)
})

it('keeps none of the files when the device has no room for all', async () => {
  const cache = await device.open(offlineCacheName('s1', 'c1'))
  cache.room = 1
  expect(await share(pdf('a.pdf'), pdf('b.pdf'))).toMatch(/\/share$/)
  expect(await sharedFilesOf(priya)).toEqual([])
})

it('opens the page when nothing readable was shared', async () => {
  await device.open(offlineCacheName('s1', 'c1'))
  const request = new Request('http://localhost/share', { method: 'POST', body: 'text' })
  expect((await takeShare({ request })).headers.get('location')).toMatch(/\/share$/)
})

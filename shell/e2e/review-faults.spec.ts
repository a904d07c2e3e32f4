import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { realPdf } from '../../worker/contract/src/testing/real-files.ts'
import { mailsTo } from './mailbox.ts'
import { type Portal, startPortal } from './portal.ts'
import { descendants } from './processes.ts'
import { type Client, newBookkeeper, newClient, type NewField, type Person } from './users.ts'

/** Kills every process during submissions and reviews. Afterwards, status, audit log, files and mail must agree. */

const SECTIONS = ['One', 'Two', 'Three']
const FIELDS: NewField[] = SECTIONS.flatMap((section) => [
  { id: `name-${section}`, name: 'Legal name', section, type: 'short-text' },
  { id: `scan-${section}`, name: 'Papers', section, type: 'file' },
])

interface Entry {
  event: 'submitted' | 'approved' | 'rejected' | 'undone'
  text: string | null
  files: { name: string }[]
}
interface Section {
  section_name: string
  assignment_id: string
  status: string
  answers: Record<string, unknown>
}

interface Attempt {
  outcome: string | null
  flags: { flag: { note: string } }[]
  files: { is_kept: boolean }[]
}

/** Uploads a file and submits the section. @returns the id of the file */
async function submit(url: string, client: Client, section: string): Promise<string> {
  const id = client.sections.get(section) ?? ''
  const query = new URLSearchParams({ field: `scan-${section}`, name: 'scan.pdf' })
  const headers = { authorization: `Bearer ${client.session.access_token}` }
  const sent = await fetch(`${url}/api/portal/sections/${id}/files?${query}`, {
    method: 'POST',
    headers,
    body: realPdf(section),
  })
  if (!sent.ok) throw new Error(`upload: ${sent.status}`)
  const file = (await sent.json()) as { id: string }
  const { version } = await client.request<{ version: number }>('GET', `/portal/sections/${id}`)
  const answers = { [`name-${section}`]: 'Saffron LLC', [`scan-${section}`]: [file] }
  await client.request('POST', `/portal/sections/${id}/submit`, { answers, version })
  return file.id
}

const sectionsOf = async (bookkeeper: Person): Promise<Section[]> =>
  (await bookkeeper.request<{ items: { sections: Section[] }[] }>('GET', '/submissions')).items.flatMap(
    (card) => card.sections,
  )

interface Work {
  /** Reasons of acknowledged rejections. */
  acknowledged: string[]
  /** Acknowledged uploads by section. */
  files: Map<string, string[]>
}

/** Submits and rejects all sections in parallel until the portal stops answering. */
async function workUntilDead(
  url: string,
  bookkeeper: Person,
  client: Client,
  round: string,
  kill: () => void,
): Promise<Work> {
  const work: Work = { acknowledged: [], files: new Map(SECTIONS.map((s) => [s, []])) }
  let killed = false
  const workOn = async (section: string) => {
    for (let i = 0; i < 30; i++) {
      try {
        const before = (await sectionsOf(bookkeeper)).find((s) => s.section_name === section)
        if (before?.status !== 'pending_review') work.files.get(section)?.push(await submit(url, client, section))
        const id = client.sections.get(section) ?? ''
        const { version } = await client.request<{ version: number }>('GET', `/portal/sections/${id}`)
        const reason = `${round} ${section} ${i}`
        await bookkeeper.request('POST', `/sections/${id}/reject`, { version, reason })
        work.acknowledged.push(reason)
      } catch {
        return
      }
      if (killed || work.acknowledged.length < 8) continue
      killed = true
      kill()
    }
  }
  await Promise.all(SECTIONS.map(workOn))
  return work
}

/** Returns the reasons in mail to the client. A mail can contain several. */
async function mailedReasons(url: string, client: Client): Promise<string[]> {
  const mails = await mailsTo(url, client.email)
  const texts = mails.filter((m) => m.subject.startsWith('Section rejected')).map((m) => m.text)
  return texts.flatMap((text) => [...text.matchAll(/Reason: (.*)/g)].map(([, reason = '']) => reason)).toSorted()
}

test('keeps status, audit log, files and mail consistent when every process is killed during reviews', async () => {
  const data = mkdtempSync(join(tmpdir(), 'portal-review-faults-'))
  let portal: Portal = await startPortal(data)
  const bookkeeper = await newBookkeeper(portal.url)
  const client = await newClient(portal.url, bookkeeper, 'Onboarding', FIELDS)
  const { port } = new URL(portal.url)
  const acknowledged: string[] = []
  const files: string[] = []
  for (const round of ['first', 'second']) {
    const { process: main, url } = portal
    const ended = new Promise((resolve) => main.once('exit', resolve))
    const pids = [main.pid ?? 0, ...descendants(main.pid ?? 0)]
    const work = await workUntilDead(url, bookkeeper, client, round, () =>
      pids.forEach((pid) => process.kill(pid, 'SIGKILL')),
    )
    acknowledged.push(...work.acknowledged)
    files.push(...[...work.files.values()].flat())
    await ended
    portal = await startPortal(data, Number(port))
  }
  const sections = await sectionsOf(bookkeeper)
  const reasons: string[] = []
  const latest: { status: string; reason: string }[] = []
  for (const section of sections) {
    const { items } = await bookkeeper.request<{ items: Entry[] }>('GET', `/sections/${section.assignment_id}/history`)
    const last = items[0]?.event
    expect(section.status).toBe(last === 'rejected' ? 'rejected' : last === 'submitted' ? 'pending_review' : 'pending')
    latest.push({ status: section.status, reason: items[0]?.text ?? '' })
    expect(Object.keys(section.answers).length > 0).toBe(section.status === 'pending_review')
    // Submissions and rejections alternate, so none is missing and none is recorded twice.
    const turns = items.toReversed().map((entry) => entry.event)
    expect(turns).toEqual(turns.map((_, i) => (i % 2 === 0 ? 'submitted' : 'rejected')))
    reasons.push(...items.flatMap((entry) => (entry.event === 'rejected' && entry.text ? [entry.text] : [])))
  }
  expect(acknowledged.filter((reason) => !reasons.includes(reason))).toEqual([])
  expect(new Set(reasons).size).toBe(reasons.length)
  const notifications = await client.request<{ items: { title: string; message: string }[] }>('GET', '/notifications')
  const notified = notifications.items
    .filter((n) => n.title === 'Section rejected')
    .map((n) => n.message.split('Reason: ')[1] ?? '')
  expect(notified.toSorted()).toEqual(reasons.toSorted())
  // A mail leaves out sections that were submitted again before it was sent.
  const current = latest.filter(({ status }) => status === 'rejected').map(({ reason }) => reason)
  await expect
    .poll(() => mailedReasons(portal.url, client), { timeout: 60_000 })
    .toEqual(expect.arrayContaining(current))
  const mailed = await mailedReasons(portal.url, client)
  expect(mailed.filter((reason) => !reasons.includes(reason))).toEqual([])
  expect(new Set(mailed).size).toBe(mailed.length)
  const answered = JSON.stringify(sections.map((s) => s.answers))
  const headers = { authorization: `Bearer ${bookkeeper.session.access_token}` }
  for (const id of files) {
    const { status } = await fetch(`${portal.url}/api/files/${id}`, { headers })
    expect(status, 'a file exists if an answer refers to it').toBe(answered.includes(id) ? 200 : 404)
  }
  await portal.stop()
  rmSync(data, { recursive: true, force: true })
})

/** Returns the lines of mails to the client that say what to fix. A mail can contain several sections. */
async function mailedFlags(url: string, client: Client): Promise<string[]> {
  const texts = (await mailsTo(url, client.email)).map((m) => m.text)
  return texts.flatMap((text) => [...text.matchAll(/^- Papers: (.*)$/gm)].map(([, note = '']) => note))
}

test('loses no answer and no mail when every process is killed while answers are sent or taken back', async () => {
  const data = mkdtempSync(join(tmpdir(), 'portal-send-back-faults-'))
  let portal: Portal = await startPortal(data)
  const bookkeeper = await newBookkeeper(portal.url)
  const client = await newClient(portal.url, bookkeeper, 'Onboarding', FIELDS)
  const { process: main, url } = portal
  const ended = new Promise((resolve) => main.once('exit', resolve))
  const pids = [main.pid ?? 0, ...descendants(main.pid ?? 0)]
  const acknowledged = new Map<string, string[]>(SECTIONS.map((section) => [section, []]))
  let decisions = 0
  const workOn = async (section: string) => {
    const id = client.sections.get(section) ?? ''
    for (let i = 0; i < 30; i++) {
      try {
        await submit(url, client, section)
        const version = 1 + i * 2
        if (i % 3 === 2) await client.request('POST', `/portal/sections/${id}/recall`, { version })
        else {
          const note = `${section} ${i}`
          const flags = [{ field_id: `scan-${section}`, flag: { reason: 'other', note } }]
          await bookkeeper.request('POST', `/sections/${id}/send-back`, { version, flags })
          acknowledged.get(section)?.push(note)
        }
      } catch {
        return
      }
      if (++decisions === 8) pids.forEach((pid) => process.kill(pid, 'SIGKILL'))
    }
  }
  await Promise.all(SECTIONS.map(workOn))
  await ended
  portal = await startPortal(data, Number(new URL(url).port))

  const latest: string[] = []
  for (const section of SECTIONS) {
    const id = client.sections.get(section) ?? ''
    const { items } = await bookkeeper.request<{ items: Attempt[] }>('GET', `/sections/${id}/attempts`)
    const sentBack = items.filter((attempt) => attempt.outcome === 'sent_back')
    const notes = sentBack.map(({ flags }) => flags[0]?.flag.note ?? '')
    for (const note of acknowledged.get(section) ?? []) expect(notes).toContain(note)
    expect(new Set(notes).size).toBe(notes.length)
    // Nothing was approved or rejected as a whole, so all files of the submissions are kept.
    expect(sentBack.flatMap(({ files }) => files).filter((file) => !file.is_kept)).toEqual([])
    const now = await client.request<{ status: string; answers: object }>('GET', `/portal/sections/${id}`)
    const [last] = items
    const status = { sent_back: 'rejected', recalled: 'pending' }[last?.outcome ?? ''] ?? 'pending_review'
    expect(now.status).toBe(status)
    expect(now.answers).toMatchObject({ [`name-${section}`]: 'Saffron LLC' })
    if (last?.outcome === 'sent_back') latest.push(notes[0] ?? '')
  }
  // A mail leaves out sections that were submitted again before it was sent.
  await expect.poll(() => mailedFlags(portal.url, client), { timeout: 60_000 }).toEqual(expect.arrayContaining(latest))
  const mailed = await mailedFlags(portal.url, client)
  expect(new Set(mailed).size).toBe(mailed.length)
  await portal.stop()
  rmSync(data, { recursive: true, force: true })
})

import type { FileAnswer } from '@portal/contract/fields'
import { realPdf } from '@portal/contract/testing/real-files'
import { strFromU8, unzipSync } from 'fflate'
import { stranger } from '../../../worker/src/testing/portal.ts'
import { newWork, submit } from '../../../worker/src/testing/sections.ts'
import { rows, send } from '../../../worker/src/testing/work.ts'
import type { Attack } from '../attack.ts'
import { Tally } from '../tally.ts'
import { HOSTILE_NAMES } from './files.ts'
import { UNSAFE_NAME } from './kept.ts'

/** The ZIP of what a client submitted under hostile names, in a section and a workform that are called so too. */
export async function archives(): Promise<Attack> {
  const tally = new Tally('names in the ZIP of a client', 'entries')
  const evil = ['../../evil', '=cmd|x', 'C:\\con', 'a;=1+1;b', '\u202etxt']
  const work = await newWork(evil.map((name, i) => ({ id: `f${i}`, name, type: 'file', section: `${name} ..` })))
  const sections = await rows<{ id: string; section_name: string }>(
    'SELECT id, section_name FROM book_client_workforms WHERE client_id = ?',
    work.client.clientId,
  )
  for (const { id, section_name } of sections) {
    const field = `f${evil.findIndex((name) => section_name.startsWith(name))}`
    const files: FileAnswer[] = []
    for (const name of HOSTILE_NAMES.filter((n) => n.kept).slice(0, 19)) {
      const path = `/api/portal/sections/${id}/files?${new URLSearchParams({ field, name: name.name })}`
      files.push((await (await work.client.fetch(path, { method: 'POST', body: realPdf() })).json()) as FileAnswer)
    }
    const sent = await submit(work.client, id, { [field]: files })
    tally.held(sent.ok, () => `submitting ${section_name}: ${sent.status}`)
  }
  const ticket = (await (
    await send(work.bookkeeper, 'POST', '/api/downloads', { client: work.client.clientId })
  ).json()) as {
    path: string
  }
  const answer = await stranger.fetch(ticket.path)
  const entries = unzipSync(new Uint8Array(await answer.arrayBuffer()))
  const seen = new Set<string>()
  for (const path of Object.keys(entries)) {
    const parts = path.split('/')
    const bad = parts.some(
      (p) =>
        UNSAFE_NAME.test(p) ||
        /^\.*$/.test(p) ||
        /[. ]$/.test(p) ||
        /^(con|nul|aux|prn)(\.|$)/i.test(p) ||
        /[:*?"<>|]/.test(p),
    )
    tally.held(
      !bad && !path.startsWith('/') && !seen.has(path.toLowerCase()),
      () => `the ZIP holds ${JSON.stringify(path)}`,
    )
    seen.add(path.toLowerCase())
  }
  tally.held(seen.size === sections.length * 19 + 1, () => `the ZIP holds ${seen.size} entries`)
  const manifest = strFromU8(entries['manifest.csv'] ?? new Uint8Array())
  tally.held(
    !/(^|[,;\t\r\n]"?)[=+\-@]/m.test(manifest),
    () => `the manifest calculates: ${/.*(^|[,;\t\r\n]"?)[=+\-@].*/m.exec(manifest)?.[0]}`,
  )
  tally.held((await stranger.fetch(ticket.path)).status === 404, () => 'the ticket worked twice')
  return tally.attack()
}

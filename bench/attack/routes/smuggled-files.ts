import { type Caller, stranger } from '../../../worker/src/testing/portal.ts'
import { rows, send } from '../../../worker/src/testing/work.ts'
import { type Attack, count } from '../attack.ts'
import type { Firm } from '../firms.ts'

/** Files of others smuggled in as one's own answer or template, and fetched from there. */
export async function smuggledFiles(firm: Firm, other: Firm): Promise<Attack> {
  const broke: string[] = []
  let tried = 0
  const [file] = await rows<{ path: string }>('SELECT path FROM files WHERE id = ?', firm.one.things.file)
  const stolen = {
    id: firm.one.things.file,
    name: 'mine.pdf',
    path: file?.path ?? '',
    size: 200,
    type: 'application/pdf',
  }
  const fetchIt = async (caller: Caller, after: string) => {
    for (const key of [
      stolen.id,
      encodeURIComponent(stolen.path),
      `${stolen.id}/preview`,
      `${encodeURIComponent(stolen.path)}/preview`,
    ]) {
      tried++
      const answer = await caller.fetch(`/api/files/${key}`)
      if (answer.status !== 404) broke.push(`after ${after} /api/files/${key} answers ${answer.status}`)
    }
  }
  for (const { client, things } of [firm.two, other.one]) {
    const section = `/api/portal/sections/${things.section}`
    const { draft_version: version = 0, version: seen = 0 } = (await (await client.fetch(section)).json()) as {
      draft_version?: number
      version?: number
    }
    tried += 2
    await send(client, 'PUT', `${section}/draft`, { answers: { name: 'Ann', scan: [stolen] }, base_version: version })
    await fetchIt(client, 'a draft that names it')
    const sent = await send(client, 'POST', `${section}/submit`, {
      answers: { name: 'Ann', scan: [stolen] },
      version: seen,
    })
    await fetchIt(client, `a submission that names it (${sent.status})`)
    const shown = await (await client.fetch(section)).text()
    if (shown.includes(stolen.id) || shown.includes(stolen.path))
      broke.push('an answer holds the file of another client')
  }
  for (const path of [stolen.id, stolen.path]) {
    const fields = [
      { id: 'f', name: 'Form', type: 'download-reupload', section: 'S', templateFile: { ...stolen, path } },
    ]
    tried++
    const made = await send(other.bookkeeper, 'POST', '/api/workforms', { name: 'Template', fields })
    if (made.ok) {
      const { id } = (await made.json()) as { id: string }
      const clients = [{ client_id: other.one.things.client, due_date: '2999-01-01' }]
      await send(other.bookkeeper, 'POST', '/api/assignments', { workform_id: id, clients })
    }
    await fetchIt(other.one.client, 'an assigned workform with it as the template')
  }
  await fetchIt(other.bookkeeper, 'all of this')
  await fetchIt(stranger, 'all of this, without a token').catch(() => undefined)
  return {
    what: 'files of others as own answers and templates',
    tried: count(tried, 'requests'),
    broke: broke.filter((b) => !b.endsWith('answers 401')),
  }
}

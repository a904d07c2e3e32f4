import { BOM } from '@portal/contract/csv'
import { describe, expect, it } from 'vitest'
import { uuidv7 } from '../../platform/ids.ts'
import { insert, newBookkeeper, type TestBookkeeper } from '../../testing/portal.ts'
import { createdClient, rows, send } from '../../testing/work.ts'

const exported = async (bea: TestBookkeeper, query = '') => {
  const response = await send(bea, 'GET', `/api/clients/export${query}`)
  expect(response.status).toBe(200)
  const bytes = new Uint8Array(await response.arrayBuffer())
  return { response, text: new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes) }
}
const lines = (text: string) => text.slice(BOM.length).split('\r\n').slice(1, -1)

const OVERVIEW = 'Tags,Sections,Approved sections,Next due,Last activity'

describe('exporting clients', () => {
  it('returns a CSV file for Excel with escaped formulas and phone numbers that stay text', async () => {
    const bea = await newBookkeeper()
    await createdClient(bea, {
      name: '=HYPERLINK("evil","x")',
      email: `a@${bea.userId}.example`,
      phone: '+46 70 123 45 67',
      company: '@SUM(1)',
    })
    await createdClient(bea, {
      name: 'Zoë "Zo" O’Neil, Jr.',
      email: `b@${bea.userId}.example`,
      phone: '0170555',
      company: null,
    })
    const { response, text } = await exported(bea, '?sort=name')
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(response.headers.get('content-disposition')).toContain('attachment; filename="clients.csv"')
    expect(text.startsWith(`${BOM}Name,Email,Phone,Company,Status,Created,${OVERVIEW}\r\n`)).toBe(true)
    const today = new Date().toISOString().slice(0, 10)
    expect(lines(text)).toEqual([
      `"'=HYPERLINK(""evil"",""x"")",a@${bea.userId}.example,"\t+46 70 123 45 67",'@SUM(1),new,${today},,0,0,,`,
      `"Zoë ""Zo"" O’Neil, Jr.",b@${bea.userId}.example,"\t0170555",,new,${today},,0,0,,`,
    ])
  })

  it('contains the same clients as the list: searched, filtered, sorted, own', async () => {
    const bea = await newBookkeeper()
    await createdClient(await newBookkeeper(bea.firmId), { name: 'Foreign' })
    expect(lines((await exported(bea)).text)).toEqual([])
    for (const name of ['Anna', 'Bert', 'Annabel']) await createdClient(bea, { name })
    const names = async (query: string) => lines((await exported(bea, query)).text).map((l) => l.split(',')[0])
    expect(await names('')).toEqual(['Annabel', 'Bert', 'Anna'])
    expect(await names('?sort=name')).toEqual(['Anna', 'Annabel', 'Bert'])
    expect(await names('?q=anna&sort=-name')).toEqual(['Annabel', 'Anna'])
    expect(await names('?status=active')).toEqual([])
    expect((await send(bea, 'GET', '/api/clients/export?status=gone')).status).toBe(400)
  })

  it('contains every client once when the file has several pages', async () => {
    const bea = await newBookkeeper()
    const at = '2026-01-01T00:00:00.000Z'
    const ids = Array.from({ length: 2500 }, () => uuidv7())
    for (let i = 0; i < ids.length; i += 500) {
      await insert(
        ids.slice(i, i + 500).map((id) => ({
          sql: `INSERT INTO book_clients (id, name, email, status, bookkeeper_id, firm_id, created_at, updated_at)
                  VALUES (?, 'Many', ?, 'new', ?, ?, ?, ?)`,
          args: [id, `${id}@example.com`, bea.userId, bea.firmId, at, at],
        })),
      )
    }
    for (const sort of ['created', '-name']) {
      const emails = lines((await exported(bea, `?sort=${sort}`)).text).map((l) => l.split(',')[1])
      expect(emails.length).toBe(2500)
      expect(new Set(emails)).toEqual(new Set(ids.map((id) => `${id}@example.com`)))
    }
  })

  it('is recorded in the audit log with its filters', async () => {
    const bea = await newBookkeeper()
    await exported(bea, '?q=anna&status=new')
    expect(
      await rows(
        `SELECT actor_id, detail FROM audit_log WHERE firm_id = ? AND action = 'clients.exported'`,
        bea.firmId,
      ),
    ).toEqual([{ actor_id: bea.userId, detail: '{"q":"anna","status":"new","sort":"-created"}' }])
  })

  it('contains the given clients only, in their order, and none of others', async () => {
    const bea = await newBookkeeper()
    const [ann, ben] = [await createdClient(bea, { name: 'Ann' }), await createdClient(bea, { name: 'Ben' })]
    const foreign = await createdClient(await newBookkeeper(bea.firmId), { name: 'Foreign' })
    await createdClient(bea, { name: 'Cem' })
    const response = await send(bea, 'POST', '/api/clients/export', { ids: [ben.id, foreign.id, ann.id, ben.id] })
    expect(lines(BOM + (await response.text())).map((l) => l.split(',')[0])).toEqual(['Ben', 'Ann'])
    expect(
      await rows(`SELECT detail FROM audit_log WHERE action = 'clients.exported' AND actor_id = ?`, bea.userId),
    ).toEqual([{ detail: '{"clients":3}' }])
  })
})

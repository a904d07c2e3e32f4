import { waitFor } from '@portal/contract/testing/wait-for'
import type { AuditPage, AuditVerdict } from '@portal/contract/audit'
import { BOM } from '@portal/contract/csv'
import type { SectionHistory } from '@portal/contract/review'
import { describe, expect, it } from 'vitest'
import { type Anchor, nextAnchor } from '../db/writer/anchors.ts'
import type { SqlValue } from '../db/statement.ts'
import { auditLog } from '../db/schema/index.ts'
import { entryHash, SEALED_COLUMNS } from '../db/writer/seal.ts'
import { uuidv7 } from '../ids.ts'
import { good } from '../../testing/accounts.ts'
import { slowBody, JSON_BODY } from '../../testing/slow-body.ts'
import { newBookkeeper, type TestBookkeeper, unique } from '../../testing/portal.ts'
import { newWork, submit } from '../../testing/sections.ts'
import { change, createdClient, get, send } from '../../testing/work.ts'
import { verifyPortion } from './verify-chain.ts'
import { missingEnd } from './verify-end.ts'

type Row = Record<string, SqlValue>
type Entry = typeof auditLog.$inferSelect

/** Makes a sealed chain. `seq` has gaps, as with entries of other firms in between. */
async function chain(length: number): Promise<Row[]> {
  const rows: Row[] = []
  let previous = ''
  for (let i = 0; i < length; i++) {
    const entry: Row = Object.fromEntries(SEALED_COLUMNS.map((column) => [column, `${column} ${i}`]))
    entry['seq'] = (i + 1) * 3
    entry['number'] = i + 1
    const hash = await entryHash(previous, entry)
    rows.push({ ...entry, prev_hash: previous, hash })
    previous = hash
  }
  return rows
}

/** Verifies a chain portion by portion, as the portal reads it. */
async function verify(rows: readonly Row[]): Promise<AuditVerdict & { total: number }> {
  const entries = rows.toSorted((a, b) => Number(a['seq']) - Number(b['seq'])) as Entry[]
  let total = 0
  for (let place = { after: 0, hash: '' }; ; ) {
    const { after } = place
    const left = entries.filter((e) => e.seq > after)
    const verdict = await verifyPortion({ entries: left.slice(0, 500), hasMore: left.length > 500 }, place)
    total += verdict.checked
    if (!verdict.next) return { ...verdict, total }
    place = verdict.next
  }
}

describe('verifying the chain', () => {
  it('accepts a chain of any length', async () => {
    expect(await verify(await chain(1203))).toMatchObject({ total: 1203, broken: null })
    expect(await verify([])).toMatchObject({ total: 0, broken: null, last: null })
  })

  it('reports the entry when any of its columns was changed', async () => {
    const rows = await chain(8)
    for (const column of [...SEALED_COLUMNS, 'number', 'prev_hash', 'hash']) {
      const changed = rows.map((row, i) => (i === 4 ? { ...row, [column]: column === 'seq' ? 16 : 'other' } : row))
      const { broken, total } = await verify(changed)
      expect([column, broken?.number, total]).toEqual([column, column === 'number' ? Number.NaN : 5, 4])
      expect(broken?.reason).not.toBe('')
    }
  })

  it('reports the next entry when one was removed, at the start, in the middle and across portions', async () => {
    for (const gone of [0, 3, 499, 500]) {
      const rows = await chain(510)
      expect((await verify(rows.toSpliced(gone, 1))).broken?.number).toBe(gone + 2)
    }
  })

  it('reports the first entry when two were swapped or lost their seals', async () => {
    const rows = await chain(8)
    const [three = {}, five = {}] = [rows[3], rows[5]]
    const placed = (row: Row, { seq = null, number = null }: Row): Row => ({ ...row, seq, number })
    const swapped = rows.with(3, placed(five, three)).with(5, placed(three, five))
    expect((await verify(swapped)).broken?.number).toBe(4)
    expect((await verify(rows.with(3, { ...three, hash: null }))).broken).toMatchObject({
      number: 4,
      reason: 'It has lost its seal.',
    })
  })

  it('reports a cut-off end by the stored anchor, even after new entries', async () => {
    const rows = await chain(8)
    const cut = rows.slice(0, 5)
    // The chain alone does not show it.
    expect((await verify(cut)).broken).toBeNull()
    const [end, shorter] = [rows[7], cut[4]].map((r) => ({
      seq: Number(r?.['seq']),
      number: Number(r?.['number']),
      hash: String(r?.['hash']),
    })) as [Anchor, Anchor]
    expect(missingEnd(end, rows as Entry[])).toBeUndefined()
    expect(missingEnd(end, cut as Entry[])).toMatchObject({ number: 8 })
    // New entries are sealed onto what is left.
    const anchor = nextAnchor(end, { firm: 'firm', onto: shorter.hash, seq: 30, number: 6, hash: 'new' })
    const again = nextAnchor(anchor, { firm: 'firm', onto: 'new', seq: 33, number: 7, hash: 'newer' })
    expect(missingEnd(again, [...cut, { seq: 33, hash: 'newer' }] as Entry[])).toMatchObject({ number: 8 })
    // An anchor that is older than the chain is not a defect.
    const late = nextAnchor(shorter, { firm: 'firm', onto: end.hash, seq: 27, number: 9, hash: 'next' })
    expect(missingEnd(late, [...rows, { seq: 27, hash: 'next' }] as Entry[])).toBeUndefined()
  })
})

describe('the audit log', () => {
  const list = async (of: Parameters<typeof send>[0], query = '') =>
    (await good<AuditPage>(send(of, 'GET', `/api/audit${query}`))).items

  it('lists who did what, filtered and paged, without colleagues’ entries', async () => {
    const { bookkeeper, client } = await newWork()
    const second = await createdClient(bookkeeper, { name: 'Second' })
    const all = await list(bookkeeper)
    expect(all.map((e) => e.number)).toEqual(all.map((_, i) => all.length - i))
    expect((await list(bookkeeper, `?client=${second.id}`)).map((e) => [e.action, e.client_name, e.by])).toEqual([
      ['client.created', 'Second', 'you'],
    ])
    expect((await list(bookkeeper, '?kind=assignment')).map((e) => e.action)).toEqual(['assignment.created'])
    const today = new Date().toISOString().slice(0, 10)
    expect(await list(bookkeeper, `?from=${today}&to=${today}`)).toEqual(all)
    expect(await list(bookkeeper, '?to=2020-01-01')).toEqual([])
    expect(await list(bookkeeper, '?from=2999-01-01')).toEqual([])
    const first = await good<AuditPage>(send(bookkeeper, 'GET', '/api/audit?limit=2'))
    expect([...first.items, ...(await list(bookkeeper, `?limit=100&cursor=${first.next}`))]).toEqual(all)
    expect((await list(bookkeeper, '?by=client')).every((e) => e.by === 'client')).toBe(true)
    const colleague = await newBookkeeper(bookkeeper.firmId)
    expect(await list(colleague)).toEqual([])
    expect(await list(await newBookkeeper(), `?client=${client.clientId}`)).toEqual([])
  })

  it('names a client as the firm knew them at the time, whatever another firm calls them', async () => {
    const { bookkeeper, client, first } = await newWork()
    await good(submit(client, first.id, { name: 'Ann' }))
    const stranger = await newBookkeeper()
    const record = await createdClient(stranger, { name: 'Fraud Department', email: client.email })
    await good(send(client, 'POST', `/api/auth/records/${record.id}/accept`, {}))
    await change('UPDATE book_clients SET name = ? WHERE id = ?', 'Renamed Later', client.clientId)
    const names = (await list(bookkeeper, '?by=client')).map((e) => e.who)
    expect(new Set(names)).toEqual(new Set(['Cleo Client']))
    const { items } = await get<SectionHistory>(bookkeeper, `/api/sections/${first.id}/history`)
    expect(items.map((e) => e.by.name)).toEqual(['Cleo Client'])
    expect((await list(stranger, '?by=client')).map((e) => e.who)).toContain('Fraud Department')
  })

  it('numbers the entries of each firm without gaps when firms write at the same time', async () => {
    const firms = await Promise.all([newBookkeeper(), newBookkeeper()])
    const add = (i: number) => createdClient(firms[i % 2] as TestBookkeeper, { name: `Client ${i}` })
    await Promise.all(Array.from({ length: 20 }, (_, i) => add(i)))
    for (const bea of firms)
      expect((await list(bea)).map((e) => e.number)).toEqual(Array.from({ length: 10 }, (_, i) => 10 - i))
  })

  it('dates entries in commit order, however long a request took', async () => {
    const bea = await newBookkeeper()
    const slow = slowBody({ name: 'Slow', email: `${unique('slow')}@example.com`, phone: '555 0199' })
    const answer = bea.fetch('/api/clients', { method: 'POST', body: slow.body, ...JSON_BODY })
    await slow.begun
    await createdClient(bea, { name: 'Quick' })
    slow.finish()
    await good(answer)
    const entries = await list(bea)
    expect(entries.map((e) => e.client_name)).toEqual(['Slow', 'Quick'])
    expect(entries.map((e) => e.at)).toEqual(
      entries
        .map((e) => e.at)
        .toSorted()
        .toReversed(),
    )
  })

  it('lists and exports every entry of a day when commit order and time differ', async () => {
    const bea = await newBookkeeper()
    // As after a clock was set back.
    const times = [
      '2026-03-03T09:00:00',
      '2026-03-02T09:00:00',
      '2026-03-03T08:00:00',
      '2026-03-04T09:00:00',
      '2026-03-03T07:00:00',
    ]
    for (const [i, at] of times.entries())
      await change(
        `INSERT INTO audit_log (id, firm_id, actor_id, actor_role, action, subject_type, subject_id, detail, at)
         VALUES (?, ?, ?, 'bookkeeper', ?, 'account', ?, '{}', ?)`,
        uuidv7(),
        bea.firmId,
        bea.userId,
        `test.${i}`,
        bea.userId,
        `${at}.000Z`,
      )
    const days = '?from=2026-03-03&to=2026-03-03'
    expect((await list(bea, days)).map((e) => e.action)).toEqual(['test.0', 'test.2', 'test.4'])
    const [first] = [await good<AuditPage>(send(bea, 'GET', `/api/audit${days}&limit=1`))]
    expect((await list(bea, `${days}&cursor=${first.next}`)).map((e) => e.action)).toEqual(['test.2', 'test.4'])
    const text = await (await send(bea, 'GET', `/api/audit/export${days}`)).text()
    expect(text.match(/test\.\d/g)).toEqual(['test.0', 'test.2', 'test.4'])
  })

  it('exports CSV with formulas escaped and verifies over HTTP', async () => {
    const bea = await newBookkeeper()
    await createdClient(bea, { name: '=1+1' })
    const text = await (await send(bea, 'GET', '/api/audit/export?kind=client')).text()
    expect(text.replace(BOM, '').split('\r\n')[1]).toMatch(/,client\.created,client,'=1\+1,/)
    // Entries are sealed within a second of their batch.
    await waitFor(async () =>
      expect(await good<AuditVerdict>(send(bea, 'POST', '/api/audit/verify', {}))).toMatchObject({
        checked: 2,
        broken: null,
        next: null,
      }),
    )
  })
})

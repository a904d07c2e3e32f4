import type { RemoteEntry } from '@portal/contract/remotes'
import { expect, it } from 'vitest'
import { navFor } from './nav.ts'

const remote = (name: string, route: string, order: number): RemoteEntry => ({
  name,
  version: '1.0.0',
  entry: '/x',
  routes: [route],
  role: 'bookkeeper',
  nav: { label: name, icon: 'users', order },
  contract: '1.0.0',
  sdk: '1.0.0',
})
const BOOKKEEPER = ['Dashboard', 'Clients', 'Workforms', 'Form Submissions', 'Chat', 'Profile']

const labels = (...args: Parameters<typeof navFor>) => navFor(...args).map(({ label }) => label)

it('shows every specified link in order when no remote is live', () => {
  expect(labels('bookkeeper', [])).toEqual(BOOKKEEPER)
  expect(labels('client', [])).toEqual(['Dashboard', 'Chat', 'Profile'])
})

it('uses the name and order of a live version when they differ from the specified ones', () => {
  const customers = remote('Customers', '/clients', 99)
  expect(labels('bookkeeper', [customers])).toEqual([...BOOKKEEPER.toSpliced(1, 1), 'Customers'])
  expect(labels('bookkeeper', [{ ...customers, nav: null }])).toEqual(BOOKKEEPER.toSpliced(1, 1))
})

it('adds the link of a further remote to its role when it is live', () => {
  const reports = remote('Reports', '/reports', 45)
  expect(labels('bookkeeper', [reports])).toEqual(BOOKKEEPER.toSpliced(4, 0, 'Reports'))
  expect(labels('client', [reports])).not.toContain('Reports')
})

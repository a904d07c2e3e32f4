import type { Role } from '@portal/contract/statuses'
import { problem, serve } from '@portal/kit/testing/serve'
import { queryClient, setSession, signOut, startSessionKeeper } from '@portal/sdk'
import { act, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { safeNext } from './guards.ts'
import { closeShell, openShell, sessionOf } from './testing.tsx'

beforeEach(() => {
  serve({
    'GET /api/notifications': () => ({ items: [], unread: 0 }),
    'POST /api/auth/sign-out': () => ({ ok: true }),
  })
})
afterEach(closeShell)

const at = (href: string) => waitFor(() => expect(shell.path()).toBe(href))
let shell: Awaited<ReturnType<typeof openShell>>

describe('access to pages', () => {
  it.each<[Role | undefined, string, string]>([
    [undefined, '/dashboard', '/?next=%2Fdashboard'],
    [undefined, '/chat?thread=t1', '/?next=%2Fchat%3Fthread%3Dt1'],
    [undefined, '/client-profile', '/client-auth?next=%2Fclient-profile'],
    ['bookkeeper', '/', '/dashboard'],
    ['bookkeeper', '/start', '/dashboard'],
    ['client', '/start', '/client-dashboard'],
    [undefined, '/start', '/'],
    ['bookkeeper', '/share', '/dashboard'],
    ['client', '/share', '/client-dashboard?shared=true'],
    [undefined, '/share', '/client-auth?next=%2Fclient-dashboard%3Fshared%3Dtrue'],
    ['bookkeeper', '/?next=%2Fprofile', '/profile'],
    ['bookkeeper', '/client-auth', '/dashboard'],
    ['bookkeeper', '/client-profile', '/dashboard'],
    ['client', '/client-auth', '/client-dashboard'],
    ['client', '/client-auth?next=%2Fclient-chat', '/client-chat'],
    ['client', '/dashboard', '/client-dashboard'],
    ['client', '/', '/'],
    [undefined, '/client-auth', '/client-auth'],
    ['bookkeeper', '/?reset=abcdefghijklmnopqrst', '/?reset=abcdefghijklmnopqrst'],
  ])('when %s opens %s, shows %s', async (who, from, to) => {
    shell = await openShell(from, who)
    await at(to)
  })

  it.each<[Role, string, string]>([
    ['client', '/dashboard', '/client-dashboard'],
    ['client', '/client-auth', '/client-dashboard'],
    ['bookkeeper', '/client-profile', '/dashboard'],
    ['bookkeeper', '/profile', '/profile'],
  ])('asks the server for an unknown role: when a %s opens %s, shows %s', async (role, from, to) => {
    const sent = serve({
      'GET /api/auth/role': () => ({ role }),
      'GET /api/notifications': () => ({ items: [], unread: 0 }),
    })
    shell = await openShell('/nope')
    const session = sessionOf(role)
    act(() => setSession({ ...session, user: { ...session.user, role: 'accountant' as Role } }, 'elsewhere'))
    await act(() => shell.router.navigate({ href: from }))
    await at(to)
    expect(sent.map(({ route }) => route)).toContain('GET /api/auth/role')
    shell.stop()
  })

  it('shows pending requests on every page when a client has no bookkeeper', async () => {
    serve({ 'GET /api/auth/records': () => ({ items: [], offers: [], email_changes: [] }) })
    shell = await openShell('/nope')
    const session = sessionOf('client')
    act(() => setSession({ ...session, user: { ...session.user, client_id: null } }, 'elsewhere'))
    await act(() => shell.router.navigate({ href: '/client-auth' }))
    await at('/client-dashboard')
    await screen.findByText('You have no bookkeeper yet')
    await act(() => shell.router.navigate({ href: '/client-profile' }))
    await screen.findByText('You have no bookkeeper yet')
  })

  it('ignores the next address when it belongs to another site', () => {
    expect(safeNext('/clients?q=1')).toBe('/clients?q=1')
    for (const next of [
      'https://evil.example',
      '//evil.example',
      '/\\evil.example',
      '/\t/evil.example',
      '/\n\\evil.example',
      'clients',
      7,
      undefined,
    ])
      expect(safeNext(next)).toBeUndefined()
  })

  it.each<[Role, string, string]>([
    ['bookkeeper', '/?next=https%3A%2F%2Fevil.example', '/dashboard'],
    ['client', '/client-auth?next=https%3A%2F%2Fevil.example', '/client-dashboard'],
  ])('keeps a %s in the portal when they open %s', async (role, from, to) => {
    serve({ 'GET /api/notifications': () => ({ items: [], unread: 0 }) })
    shell = await openShell(from, role)
    await at(to)
  })

  it.each([
    ['/client-nope', '/client-auth'],
    ['/nope', '/'],
  ])('links back when %s does not exist', async (path, to) => {
    shell = await openShell(path)
    expect((await screen.findByRole('link')).getAttribute('href')).toBe(to)
  })
})

describe('a path below a page', () => {
  it.each<[Role | undefined, string, string]>([
    [undefined, '/dashboard/x', '/'],
    [undefined, '/profile/webhooks/x', '/'],
    ['bookkeeper', '/dashboard/x', '/'],
    [undefined, '/client-profile/x', '/client-auth'],
    ['bookkeeper', '/client-profile/x', '/client-auth'],
    [undefined, '/client-auth/x', '/client-auth'],
  ])('shows the 404 page when %s opens %s', async (who, path, back) => {
    shell = await openShell(path, who)
    expect(await screen.findByRole('heading', { name: 'Page not found' })).toBeDefined()
    expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([back])
    expect(shell.path()).toBe(path)
  })
})

describe('switching to another bookkeeper', () => {
  it('clears cached data in all tabs when the client switches', async () => {
    shell = await openShell('/client-profile', 'client')
    queryClient.setQueryData(['section', 'of the first'], 'secret')
    const moved = sessionOf('client')
    act(() => setSession({ ...moved, access_token: 'next', user: { ...moved.user, client_id: 'c2' } }, 'switched'))
    expect(queryClient.getQueryData(['section', 'of the first'])).toBeUndefined()
    queryClient.setQueryData(['section', 'of the second'], 'secret')
    // Another tab has switched back, which this one learns from storage.
    localStorage.setItem('portal.session', JSON.stringify({ ...moved, access_token: 'third' }))
    const keeper = await act(async () => startSessionKeeper())
    await waitFor(() => expect(queryClient.getQueryData(['section', 'of the second'])).toBeUndefined())
    await at('/client-profile')
    keeper()
  })
})

describe('the end of a session', () => {
  it('opens / when the user signs out, even if the request fails', async () => {
    serve({ 'POST /api/auth/sign-out': () => problem(500, 'internal') })
    shell = await openShell('/client-profile', 'client')
    await act(() => signOut())
    await at('/')
  })

  it('opens sign-in and remembers the page when the server has ended the session', async () => {
    shell = await openShell('/profile', 'bookkeeper')
    act(() => setSession(null, 'ended'))
    await at('/?next=%2Fprofile')
    act(() => setSession(sessionOf('bookkeeper'), 'elsewhere'))
    await at('/profile')
  })
})

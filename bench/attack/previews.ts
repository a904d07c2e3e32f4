import type { PreviewLink } from '@portal/contract/publishing'
import { ask } from '../../worker/src/testing/access-fixture.ts'
import { cookieOf, good } from '../../worker/src/testing/accounts.ts'
import { cohortCookie } from '../../worker/src/testing/cohort.ts'
import { insert, newBookkeeper, operatorUrl, portalUrl, stranger } from '../../worker/src/testing/portal.ts'
import { newRemote, pageOf, type Publisher } from '../../worker/src/testing/remotes.ts'
import { attack } from './lib/attack.ts'
import { entryOf, goLive, newLiveRemote, registryOf, uploadVersion } from './lib/remotes.ts'
import { drain } from './lib/requests.ts'

/** Links to unpublished versions and to remotes on a developer's machine, claimed pages, and feature flags. */

const VERSION = '1.1.0'
const FILE = 'routes.1.js'

const previewOf = (remote: Publisher, version = VERSION): Promise<PreviewLink> =>
  good<PreviewLink>(remote.call('POST', `/versions/${version}/preview`, '{}'))
const local = (remote: Publisher, given: object = {}): Promise<Response> => {
  const place = { origin: 'http://localhost:3000', routes: [`/${remote.name}`], role: 'bookkeeper', nav: null }
  return remote.call('POST', '/local', JSON.stringify({ ...place, ...given }))
}
const tokenOf = ({ url }: PreviewLink): string => new URL(url).searchParams.get('token') ?? ''
/** Confirms a link, as its page does. */
const confirm = (token: string, headers: Record<string, string> = {}): Promise<Response> => {
  const path = `/remotes/preview?token=${encodeURIComponent(token)}`
  return stranger.fetch(path, { method: 'POST', redirect: 'manual', headers: { origin: operatorUrl, ...headers } })
}
const fileOf = ({ name }: Publisher, cookie = ''): Promise<Response> =>
  stranger.fetch(`/remotes/${name}/${VERSION}/${FILE}`, { headers: { cookie } })

/** Headers of requests from other sites, and from code of a remote. */
const OTHER_SITES: Record<string, string>[] = [
  { origin: portalUrl },
  { origin: 'https://evil.example' },
  { origin: 'null' },
]

attack('links: forged, extended, exchanged, and opened by other sites', async (t) => {
  const [remote, other] = [await newLiveRemote(), await newLiveRemote()]
  const [preview, locally] = [tokenOf(await previewOf(remote)), tokenOf(await good<PreviewLink>(local(remote)))]
  const [name = '', version = '', issued = '', expires = '', signature = ''] = preview.split('~')
  const [server = '', ownSignature = ''] = locally.split('~').slice(-2)
  const evil = Buffer.from(JSON.stringify({ origin: 'https://evil.example', routes: [`/${name}`] })).toString(
    'base64url',
  )
  const forged = {
    'another remote': [other.name, version, issued, expires, signature],
    'another version': [name, '1.0.0', issued, expires, signature],
    'a later end': [name, version, issued, String(Number(expires) + 86_400_000), signature],
    'a later start': [name, version, String(Number(issued) + 60_000), expires, signature],
    'no signature': [name, version, issued, expires, ''],
    'a shorter signature': [name, version, issued, expires, signature.slice(0, -1)],
    'shifted parts': [`${name}-${version}`, '', issued, expires, signature],
    'a server': [name, version, issued, expires, server, signature],
    'another server': [...locally.split('~').slice(0, 4), evil, ownSignature],
    'no server': [...locally.split('~').slice(0, 4), ownSignature],
  }
  for (const [what, parts] of Object.entries(forged)) {
    const token = parts.join('~')
    const answer = await confirm(token)
    await drain(answer)
    t.check(answer.status === 410 && !answer.headers.has('set-cookie'), `a link with ${what} works`)
    const seen = await entryOf({ name: parts[0] ?? '' }, `remote_preview_${parts[0]}=${token}`)
    t.check(seen?.preview !== true, `a cookie with ${what} works`)
  }
  for (const [what, token] of [
    ['preview', preview],
    ['remote on the own machine', locally],
  ] as const) {
    for (const headers of OTHER_SITES) {
      const answer = await confirm(token, headers)
      await drain(answer)
      t.check(answer.status === 403 && !answer.headers.has('set-cookie'), `another site starts a ${what}`)
    }
    const asked = await fetch(`${operatorUrl}/remotes/preview?token=${encodeURIComponent(token)}`)
    const policy = asked.headers.get('content-security-policy') ?? ''
    await drain(asked)
    t.check(!asked.headers.has('set-cookie'), `opening a link starts a ${what}`)
    t.check(policy.includes("frame-ancestors 'none'"), `another site may frame the question before a ${what}`)
    t.check(/no-store/.test(asked.headers.get('cache-control') ?? ''), `the question before a ${what} may be cached`)
  }
})

attack('unpublished files, and what caches keep', async (t) => {
  const [remote, other] = [await newLiveRemote(), await newLiveRemote()]
  const [own, foreign] = await Promise.all(
    [remote, other].map(async (each) => cookieOf(await confirm(tokenOf(await previewOf(each))))),
  )
  await t.refuses('a file for a stranger', fileOf(remote))
  await t.refuses("a file for the holder of another remote's link", fileOf(remote, foreign))
  const file = await fileOf(remote, own)
  await drain(file)
  t.check(file.ok && /no-store/.test(file.headers.get('cache-control') ?? ''), 'caches keep an unpublished file')
  for (const path of ['/api/remotes', `/${remote.name}`]) {
    const answer = await stranger.fetch(path, { headers: { cookie: own ?? '', accept: 'text/html' } })
    await drain(answer)
    const kept = answer.headers.get('cache-control') ?? ''
    t.check(!/public|immutable|max-age=[1-9]/.test(kept), `caches keep ${path} with the preview of a person: ${kept}`)
  }
  t.check((await entryOf(remote, foreign))?.version === '1.0.0', 'a link shows the preview of another remote')
})

/** Pages that belong to the shell or the worker. */
const SHELL = ['/dashboard', '/remotes', '/api', '/assets', '/dev', '/client-auth']

attack('pages of the shell and of other teams', async (t) => {
  const owner = await newLiveRemote()
  const remote = await newLiveRemote()
  for (const route of [...SHELL, `/${owner.name}`]) {
    const version = `2.0.${SHELL.indexOf(route) + 1}`
    await uploadVersion(remote, version, { routes: [`/${remote.name}`, route] })
    const code = 'incompatible_remote'
    await t.refuses(`${route} live`, goLive(remote, version), code)
    await t.refuses(`${route} in a preview`, remote.call('POST', `/versions/${version}/preview`, '{}'), code)
    const canary = JSON.stringify({ version, percent: 5 })
    await t.refuses(`${route} in a canary`, remote.call('POST', '/canary', canary), code)
    await t.refuses(`${route} on a developer's machine`, local(remote, { routes: [route] }), code)
  }
  for (const route of ['/', '//evil.example', '/a/b', '/../api', '/%61pi', '/a?b'])
    await t.refuses(`${route} on a developer's machine`, local(remote, { routes: [route] }), 'invalid_input')
  for (const origin of ['https://evil.example', 'http://localhost:80@evil.example', 'http://127.0.0.1:1/x'])
    await t.refuses(`a remote from ${origin}`, local(remote, { origin }), 'invalid_input')

  for (let round = 0; round < 8; round++) {
    const [one, two] = [await newRemote(), await newRemote()]
    const routes = [`/${one.name}`]
    for (const each of [one, two]) await uploadVersion(each, '1.0.0', { routes })
    await Promise.all([one, two].map((each) => drain(goLive(each, '1.0.0'))))
    const owners = (await registryOf()).remotes.filter((entry) => entry.routes.includes(routes[0] ?? ''))
    t.check(owners.length === 1, `${owners.length} remotes have one page`)
  }
})

attack('feature flags and canaries of other people', async (t) => {
  const [person, other] = [await newBookkeeper(), await newBookkeeper()]
  const cookie = ({ userId, firmId }: typeof person) => cohortCookie({ userId, firmId })
  const at = new Date().toISOString()
  await insert([
    {
      sql: `INSERT INTO flag_values (name, target, user_id, percent, updated_at)
        VALUES ('typing-indicators', ?1, ?1, 0, ?2)`,
      args: [person.userId, at],
    },
  ])
  t.check((await registryOf(cookie(person))).flags?.['typing-indicators'] === false, 'the flag has no effect')
  for (const [who, sent] of Object.entries({
    'another person': cookie(other),
    'a forged cookie': cookie(other).replace(other.userId, person.userId),
    'a cookie without signature': cookie(person).replace(/~[^~]*$/, '~'),
    'a visitor': '',
  })) {
    const { flags = {} } = await registryOf(sent)
    t.check(flags['typing-indicators'] === undefined, `${who} gets the flag of a person`)
    t.check(!(await pageOf('/', sent)).includes(person.userId), `${who} reads the id of a person`)
  }
  for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
    for (const path of ['/api/flags', '/api/flags/typing-indicators'])
      await t.refuses(
        `${method} ${path}`,
        ask(person.token, method, path, method === 'GET' ? undefined : {}),
        'not_found',
      )
})

attack('markup in what a team publishes', async (t) => {
  const remote = await newRemote()
  const label = '</script><script>alert(1)//<!--'
  const nav = { label, icon: '"><img src=x>', order: 1 }
  await uploadVersion(remote, '1.0.0', { nav })
  await t.accepts('going live', goLive(remote, '1.0.0'))
  const page = await pageOf(`/${remote.name}`)
  t.check(page.includes(remote.name), 'the page does not contain the remote')
  t.check(!page.includes('<script>alert') && !page.includes('<img src=x>'), 'a label ends the script of the registry')
  const reason = (text: string) => remote.call('POST', '/rollback', JSON.stringify({ to: '1.0.0', reason: text }))
  await t.refuses('a reason with control characters', reason('a\u001b[2Jb'), 'invalid_input')
  await t.accepts('removing the remote', remote.call('POST', '/rollback', JSON.stringify({ to: null })))
})

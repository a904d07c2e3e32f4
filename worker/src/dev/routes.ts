import { Hono } from 'hono'
import { html, raw } from 'hono/html'
import { type AppTypes, endpoint } from '../endpoint.ts'
import { AppError } from '../errors.ts'
import { listMails } from './list-mails.ts'
import { FollowUpsRun, runFollowUpsAt } from './run-follow-ups.ts'

/** What a mail shows. Its page around it would change this one: a second body hands its style to the first. */
const contentOf = (mail: string): string => /<body[^>]*>([\s\S]*)<\/body>/.exec(mail)?.[1] ?? mail

/** The routes of a developer's machine: the mailbox, and the agent at another time. Only the development build has them. */
export const devRoutes = new Hono<AppTypes>()
  .use('/dev/*', async (c, next) => {
    if (!c.var.ctx.settings.development) throw new AppError('not_found')
    await next()
  })
  .post(
    '/dev/follow-ups',
    endpoint({ id: 'runFollowUps', summary: 'Run the agent as at another time', access: 'public', json: FollowUpsRun }),
    async (c) => c.json(await runFollowUpsAt(c.var.ctx, c.req.valid('json'))),
  )
  .get('/dev/mailbox.json', async (c) => c.json(await listMails(c.var.ctx)))
  .get('/dev/mailbox', async (c) => {
    const list = await listMails(c.var.ctx)
    const items = list.map(
      (m) =>
        html`<details><summary><b>${m.subject}</b> · ${m.to} · <time>${m.sentAt}</time></summary><dl><dt>From</dt><dd>${m.from}</dd>${m.replyTo ? html`<dt>Reply-To</dt><dd>${m.replyTo}</dd>` : ''}${m.unsubscribe ? html`<dt>List-Unsubscribe</dt><dd>${m.unsubscribe}</dd>` : ''}</dl><div class="mail">${raw(contentOf(m.html))}</div></details>`,
    )
    return c.html(
      html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Mailbox</title>
      <style>body{font:16px/1.5 system-ui;max-width:48rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}details{overflow-wrap:anywhere;border:1px solid #8884;border-radius:.5rem;padding:.75rem 1rem;margin:.5rem 0}summary{cursor:pointer}dl{display:grid;grid-template-columns:max-content 1fr;gap:0 .75rem;margin:.75rem 0 0;font-size:.875rem;overflow-wrap:anywhere}dt{opacity:.8}dd{margin:0}.mail{margin-top:1rem;background:#fff;color:#111;padding:1rem;border-radius:.5rem;overflow:auto}</style></head>
      <body><h1>Mailbox</h1><p>What this portal has sent, newest first.</p>${items.length > 0 ? items : html`<p>No mail yet.</p>`}</body></html>`,
    )
  })

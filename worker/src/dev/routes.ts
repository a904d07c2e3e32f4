import { Hono } from 'hono'
import { html, raw } from 'hono/html'
import { type AppTypes, endpoint } from '../endpoint.ts'
import { AppError } from '../errors.ts'
import { listMails } from './list-mails.ts'
import { deliverMail, replyToMail } from './reply.ts'
import { FollowUpsRun, runFollowUpsAt } from './run-follow-ups.ts'

/** Returns the content of a mail's body. The attributes of a nested body element would apply to the mailbox page. */
const contentOf = (mail: string): string => /<body[^>]*>([\s\S]*)<\/body>/.exec(mail)?.[1] ?? mail

const STYLE = `
:root{color-scheme:light dark}
body{font:16px/1.5 system-ui;max-width:48rem;margin:2rem auto;padding:0 1rem}
details{overflow-wrap:anywhere;border:1px solid #8884;border-radius:.5rem;padding:.75rem 1rem;margin:.5rem 0}
summary{cursor:pointer}
dl{display:grid;grid-template-columns:max-content 1fr;gap:0 .75rem;margin:.75rem 0 0;font-size:.875rem}
textarea,input{box-sizing:border-box;max-width:100%}
time{white-space:nowrap}
dt{opacity:.8}
dd{margin:0}
.mail{margin-top:1rem;background:#fff;color:#111;padding:1rem;border-radius:.5rem;overflow:auto}
`

/** Returns a time as "2026-11-29 16:09:03 UTC". */
const utcTime = (at: string): string => at.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')

const field = (name: string, value: string | null) => (value ? html`<dt>${name}</dt><dd>${value}</dd>` : '')

/** Shows a form that replies to a mail, if replies to it arrive in the portal. */
const replyForm = (id: string, replyTo: string | null, domain: string) =>
  replyTo?.endsWith(`@${domain}`)
    ? html`<form method="post" action="/dev/mailbox/${id}/reply" enctype="multipart/form-data">
        <label>Reply<br><textarea name="text" rows="4" cols="60" required></textarea></label><br>
        <label>File <input type="file" name="file"></label> <button>Send reply</button></form>`
    : ''

/**
 * Development routes: the mailbox, replies to its mails, and running the agent at another time. Absent from the
 * production build.
 */
export const devRoutes = new Hono<AppTypes>()
  .use('/dev/*', async (c, next) => {
    if (!c.var.ctx.settings.development) throw new AppError('not_found')
    await next()
  })
  .post(
    '/dev/follow-ups',
    endpoint({ id: 'runFollowUps', summary: 'Run the agent at another time', access: 'public', json: FollowUpsRun }),
    async (c) => c.json(await runFollowUpsAt(c.var.ctx, c.req.valid('json'))),
  )
  // Delivers the mail in the body, as Cloudflare Email Routing does in production.
  .post('/dev/mail', async (c) => {
    const { from = '', to = '' } = c.req.query()
    return c.json({ refusal: await deliverMail(c.var.ctx, from, to, new Uint8Array(await c.req.arrayBuffer())) })
  })
  .post('/dev/mailbox/:id/reply', async (c) => {
    const form = await c.req.formData()
    const [text, file] = [form.get('text'), form.get('file')]
    const reply = { text: typeof text === 'string' ? text : '', file: file instanceof File ? file : undefined }
    const refusal = await replyToMail(c.var.ctx, c.req.param('id'), reply)
    return c.html(html`<!doctype html><title>Reply</title><p>${refusal ?? 'The reply has arrived.'}</p>
      <a href="/dev/mailbox">Back to the mailbox</a>`)
  })
  .get('/dev/mailbox.json', async (c) => c.json(await listMails(c.var.ctx, c.req.query('to'))))
  .get('/dev/mailbox', async (c) => {
    const list = await listMails(c.var.ctx)
    const items = list.map(
      (m) =>
        html`<details><summary><b>${m.subject}</b> · ${m.to} ·
            <time datetime="${m.sentAt}">${utcTime(m.sentAt)}</time></summary>
          <dl>${field('From', m.from)}${field('Reply-To', m.replyTo)}${field('List-Unsubscribe', m.unsubscribe)}</dl>
          <div class="mail">${raw(contentOf(m.html))}</div>
          ${replyForm(m.id, m.replyTo, c.var.ctx.settings.REPLY_DOMAIN)}</details>`,
    )
    return c.html(
      html`<!doctype html>
      <html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
      <title>Mailbox</title><style>${raw(STYLE)}</style></head>
      <body><h1>Mailbox</h1><p>Emails that this portal has sent, newest first.</p>
      ${items.length > 0 ? items : html`<p>No email yet.</p>`}</body></html>`,
    )
  })

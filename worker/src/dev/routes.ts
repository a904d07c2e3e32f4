import { desc } from 'drizzle-orm'
import { Hono } from 'hono'
import { html, raw } from 'hono/html'
import { devMailbox } from '../db/schema/index.ts'
import type { AppTypes } from '../endpoint.ts'
import { AppError } from '../errors.ts'
import type { Context } from '../context.ts'

const NEWEST = 200

async function mails(ctx: Context) {
  if (!ctx.settings.development) throw new AppError('not_found')
  const rows = await ctx.db.select().from(devMailbox).orderBy(desc(devMailbox.seq)).limit(NEWEST)
  return rows.map(({ id, to, subject, text, html: body, sent_at }) => ({ id, to, subject, text, html: body, sentAt: sent_at }))
}

/** The mailbox of a development machine: what the portal has sent, newest first. Not there in production. */
export const devRoutes = new Hono<AppTypes>()
  .get('/mailbox.json', async (c) => c.json(await mails(c.var.ctx)))
  .get('/mailbox', async (c) => {
    const list = await mails(c.var.ctx)
    const items = list.map(
      (m) => html`<details><summary><b>${m.subject}</b> · ${m.to} · <time>${m.sentAt}</time></summary><div class="mail">${raw(m.html)}</div></details>`,
    )
    return c.html(
      html`<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Mailbox</title>
      <style>body{font:16px/1.5 system-ui;max-width:48rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}details{border:1px solid #8884;border-radius:.5rem;padding:.75rem 1rem;margin:.5rem 0}summary{cursor:pointer}.mail{margin-top:1rem;background:#fff;color:#111;padding:1rem;border-radius:.5rem;overflow:auto}</style></head>
      <body><h1>Mailbox</h1><p>What this portal has sent, newest first.</p>${items.length > 0 ? items : html`<p>No mail yet.</p>`}</body></html>`,
    )
  })

import { html } from 'hono/html'
import type { HtmlEscapedString } from 'hono/utils/html'
import type { Preview } from './preview-token.ts'

type Html = HtmlEscapedString | Promise<HtmlEscapedString>

const pageOf = (heading: string, body: Html): Html => html`<!doctype html>
  <html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <title>Preview</title>
      <style>
        :root {
          color-scheme: light dark;
          font: 16px/1.5 system-ui, sans-serif;
        }
        body {
          max-width: 34rem;
          margin: 10vh auto;
          padding: 0 1.25rem;
          overflow-wrap: anywhere;
        }
        h1 {
          font-size: 1.5rem;
          line-height: 1.25;
        }
        form {
          display: flex;
          flex-wrap: wrap;
          gap: 1.25rem;
          align-items: center;
          margin-top: 2rem;
        }
        label {
          display: flex;
          flex-basis: 100%;
          gap: 0.625rem;
          align-items: baseline;
        }
        button {
          font: inherit;
          font-weight: 600;
          padding: 0.625rem 1.25rem;
          border: 0;
          border-radius: 0.5rem;
          background: light-dark(#1d4ed8, #93c5fd);
          color: light-dark(#fff, #111);
          cursor: pointer;
        }
        a {
          color: inherit;
        }
      </style>
    </head>
    <body>
      <main>
        <h1>${heading}</h1>
        ${body}
      </main>
    </body>
  </html>`

function itemOf({ name, version, local, expires }: Preview): Html {
  const [what, until] = [local ? `from ${local.origin}` : version, new Date(expires).toUTCString()]
  return html`<li><strong>${name}</strong> ${what}, until ${until}</li>`
}

/**
 * Returns the page that asks before a browser previews unpublished versions. Their code runs with the account of the
 * person, so that opening a link must not be enough, nor a click that another site has led to this page.
 * @param portal the address of the portal
 * @param action where the form is sent
 */
export const confirmationPage = (previews: readonly Preview[], portal: string, action: string): Html =>
  pageOf(
    'Preview unpublished versions',
    html`<p>In this browser, the portal at ${portal} will load:</p>
      <ul>
        ${previews.map(itemOf)}
      </ul>
      <p>
        This code runs with your account. When the preview ends, this browser will sign you out of the portal and delete
        text and files that were not sent yet.
      </p>
      <form method="post" action="${action}">
        <label><input type="checkbox" required />I trust the person who sent me the link</label>
        <button>Start the preview</button>
        <a href="${portal}/">Cancel</a>
      </form>`,
  )

/** Returns the page that asks before previews end, because what they could have stored is deleted with all else. */
export const leavingPage = (): Html =>
  pageOf(
    'Leave the preview',
    html`<p>
        The portal will load its live versions again. This browser will sign you out of the portal and delete text and
        files that were not sent yet.
      </p>
      <form method="post">
        <button>Leave the preview</button>
        <a href="/">Cancel</a>
      </form>`,
  )

/** Returns the page that says that a preview has ended, and what that means. */
export const endedPage = (): Html =>
  pageOf(
    'The preview has ended',
    html`<p>
        This browser was signed out of the portal, and text and files that were not sent were deleted, because
        unpublished code could have changed them.
      </p>
      <p><a href="/">Open the portal</a></p>`,
  )

/** Returns the page that says why a preview cannot start. `portal` is the address of the portal. */
export const refusalPage = (reason: string, portal: string): Html =>
  pageOf(
    'The preview cannot start',
    html`<p>${reason}</p>
      <p><a href="${portal}/">Open the portal</a></p>`,
  )

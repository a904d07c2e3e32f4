import type { BrowserContext } from '@playwright/test'
import { type TranslationStyle, translateTexts } from '../kit/src/testing/translator.ts'

/** Runs in the browser: translates what is on the page and what comes. */
function start(translate: typeof translateTexts, style: TranslationStyle): void {
  let isPlanned = false
  // In a task of its own, as in browsers: never between two steps of the page.
  const plan = (): void => {
    if (isPlanned) return
    isPlanned = true
    setTimeout(() => {
      isPlanned = false
      translate(document.body, style)
    })
  }
  document.addEventListener('DOMContentLoaded', () => {
    new MutationObserver(plan).observe(document.body, { childList: true, subtree: true, characterData: true })
    plan()
  })
}

/** Translates all pages of a context as a browser does, into the same words. */
export async function translatePages(context: BrowserContext, style: TranslationStyle = 'fonts'): Promise<void> {
  await context.addInitScript({ content: `(${String(start)})(${String(translateTexts)}, ${JSON.stringify(style)})` })
}

/** A script that has not answered by then is given up, in ms. */
const SCRIPT_MS = 20_000

/** Runs a script. Rejects when it cannot be had, is not what was published, or does not come in time; a later call tries again. */
export function loadScript(src: string, integrity: string | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script')
    // A script that failed is asked for again only by a new element.
    const done = (outcome: () => void): void => {
      clearTimeout(timer)
      script.remove()
      outcome()
    }
    const fail = (why: string) => () => done(() => reject(new Error(`${src} ${why}.`)))
    const timer = setTimeout(fail('did not come in time'), SCRIPT_MS)
    script.src = src
    if (integrity) Object.assign(script, { integrity, crossOrigin: 'anonymous' })
    script.addEventListener('load', () => done(resolve))
    script.addEventListener('error', fail('could not be loaded'))
    document.head.append(script)
  })
}

/** A file that will be wanted. */
export interface Wanted {
  href: string
  as: 'script' | 'style'
}

/** Has the browser fetch a file that the page did not hint at, as it will be asked for later: to the letter, or it would come twice. */
export function preload({ href, as }: Wanted, integrity: string): void {
  if (document.querySelector(`link[href="${href}"]`)) return
  const link = document.createElement('link')
  Object.assign(link, { rel: 'preload', as, href, integrity, crossOrigin: 'anonymous' })
  document.head.append(link)
}

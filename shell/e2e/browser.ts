import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

function runs(path: string): boolean {
  try {
    execFileSync(path, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/**
 * Path of a Chromium. The one from npm (Linux x64) has no windows at all, and takes a third less of the processor than one that hides them;
 * where it does not run, for want of a system library, say, the installed one serves.
 */
export async function browserPath(): Promise<string> {
  if (process.platform === 'linux' && process.arch === 'x64') {
    const { default: chromium } = await import('@sparticuz/chromium')
    const path = await chromium.executablePath()
    if (runs(path)) return path
  }
  const installed = INSTALLED.find((path) => existsSync(path))
  if (!installed) throw new Error('The browser tests need Chromium or Chrome.')
  return installed
}

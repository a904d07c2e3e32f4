import { existsSync } from 'node:fs'

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** Path of a Chromium: the installed one, else the one from npm. */
export async function browserPath(): Promise<string> {
  const installed = INSTALLED.find((path) => existsSync(path))
  if (installed) return installed
  const { default: chromium } = await import('@sparticuz/chromium')
  return chromium.executablePath()
}

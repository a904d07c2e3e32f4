#!/usr/bin/env node
import manifest from './package.json' with { type: 'json' }

// The command itself cannot be loaded by an older version.
const needed = manifest.engines.node.replace('>=', '')
const [[major = 0, minor = 0], [least = 0, leastMinor = 0]] = [process.versions.node, needed].map((version) =>
  version.split('.').map(Number),
) as [number[], number[]]
if (major < least || (major === least && minor < leastMinor)) {
  console.error(`This command needs Node ${needed} or newer. This is Node ${process.versions.node}.`)
  process.exitCode = 1
} else {
  await import('./main.ts')
}

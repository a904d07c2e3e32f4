import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { PublishRemote } from '@portal/contract/remotes'

/** The commit that a build was made from. */
export type BuildOrigin = Pick<PublishRemote, 'author' | 'commit' | 'branch' | 'message'>

/** Variables in which CI providers name the branch, because they check out a commit without one. */
const BRANCHES = ['GITHUB_HEAD_REF', 'GITHUB_REF_NAME', 'CI_COMMIT_REF_NAME', 'BUILDKITE_BRANCH', 'CIRCLE_BRANCH']

/** Returns the output of a git command in a folder; undefined if it fails or git is not installed. */
async function git(dir: string, ...args: string[]): Promise<string | undefined> {
  const result = await promisify(execFile)('git', args, { cwd: dir }).catch(() => undefined)
  return result?.stdout.trim()
}

async function branchOf(dir: string, env: NodeJS.ProcessEnv): Promise<string | undefined> {
  const named = BRANCHES.map((name) => env[name]).find(Boolean) ?? (await git(dir, 'rev-parse', '--abbrev-ref', 'HEAD'))
  return named === 'HEAD' ? undefined : named
}

/**
 * Returns commit, author, branch and the first line of the commit's message for the sources around a folder, which
 * says so if they have changed since; nothing outside a repository.
 */
export async function buildOrigin(dir: string, env: NodeJS.ProcessEnv = process.env): Promise<BuildOrigin> {
  const [commit, author = '', subject = ''] = (await git(dir, 'log', '-1', '--format=%H%n%an%n%s'))?.split('\n') ?? []
  if (!commit) return {}
  const isChanged = (await git(dir, 'status', '--porcelain', '--', '.')) !== ''
  const message = `${subject.slice(0, 450)}${isChanged ? ' (with uncommitted changes)' : ''}`
  const branch = (await branchOf(dir, env))?.slice(0, 200)
  return { commit, message, ...(author ? { author: author.slice(0, 200) } : {}), ...(branch ? { branch } : {}) }
}

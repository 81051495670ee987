// The order of test files while Vitest watches: first those of the source that was changed last, so that they are told at once, then what else depends on it.
import { statSync } from 'node:fs'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** When the test, or the source that it is named after, was changed; ms. */
function getChangeTime(test: string): number {
  const source = test
    .replace(/\/services\/test\/frame\//, '/services/frame/')
    .replace(/\/services\/test\//, '/services/src/')
    .replace(/\/test\//, '/src/')
    .replace(/(?:\.browser)?\.test\.ts$/, '.ts')
  return Math.max(...[test, source].map((path) => statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0))
}

export class ChangedFirstSequencer extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files)
    if (!this.ctx.config.watch) return sorted
    return sorted.sort((a, b) => getChangeTime(b.moduleId) - getChangeTime(a.moduleId))
  }
}

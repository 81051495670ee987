// Vitest's report as JSON, with the errors that belong to no test, which Vitest's own leaves out: they fail a run in which every test has passed.
import { JsonReporter } from 'vitest/node'

export default class extends JsonReporter {
  #unhandled = []

  constructor(options = {}) {
    super(options)
  }

  async onTestRunEnd(testModules, unhandledErrors = []) {
    this.#unhandled = unhandledErrors.map((error) => ({
      file: error.VITEST_TEST_PATH ?? '',
      test: error.VITEST_TEST_NAME ?? '',
      stack: error.stack ?? error.message ?? String(error),
    }))
    await super.onTestRunEnd(testModules)
  }

  writeReport(report) {
    return super.writeReport(JSON.stringify({ ...JSON.parse(report), unhandled: this.#unhandled }))
  }
}

// Compiles the devnet's contracts and checks the artifacts in: `node scripts/build-contracts.mjs`.
// Run it after an edit of a .sol file; a test compares each artifact's source hash with the source.
import { createHash } from 'node:crypto'
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import solc from 'solc'

const folder = new URL('../services/src/devnet/contracts/', import.meta.url)
const sources = (await readdir(folder)).filter((name) => name.endsWith('.sol'))

for (const file of sources) {
  const content = await readFile(new URL(file, folder), 'utf8')
  const name = file.replace(/\.sol$/, '')
  const { abi, evm } = compile(file, name, content)
  const artifact = {
    contract: name,
    compiler: solc.version(),
    sourceSha256: createHash('sha256').update(content).digest('hex'),
    abi,
    runtimeBytecode: `0x${evm.deployedBytecode.object}`,
  }
  const target = new URL(`${name}.json`, folder)
  await writeFile(target, `${JSON.stringify(artifact, null, 2)}\n`)
  console.log(`${fileURLToPath(target)}: ${evm.deployedBytecode.object.length / 2} bytes`)
}

function compile(file, name, content) {
  const input = {
    language: 'Solidity',
    sources: { [file]: { content } },
    settings: {
      optimizer: { enabled: true, runs: 200 },
      // Without the metadata hash the same source gives the same bytes on every machine.
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      evmVersion: 'cancun',
      outputSelection: { '*': { '*': ['abi', 'evm.deployedBytecode.object'] } },
    },
  }
  const output = JSON.parse(solc.compile(JSON.stringify(input)))
  const errors = (output.errors ?? []).filter(({ severity }) => severity === 'error')
  if (errors.length > 0) throw new Error(errors.map(({ formattedMessage }) => formattedMessage).join('\n'))
  return output.contracts[file][name]
}

// Compiles the devnet's contracts and checks the artifacts in: `node services/devnet/contracts/compile.mjs`.
// Run it after an edit of a .sol file; a test compares each artifact's source hash with the sources.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import solc from 'solc'

const folder = new URL('./', import.meta.url)
const { resolve } = createRequire(folder)
/** What contracts may import beside each other, installed from npm. */
const LIBRARY = '@openzeppelin/contracts'
const { version: libraryVersion } = JSON.parse(readFileSync(resolve(`${LIBRARY}/package.json`), 'utf8'))
const files = await readdir(folder)
const sources = {}
for (const file of files.filter((name) => name.endsWith('.sol')).sort()) {
  sources[file] = { content: await readFile(new URL(file, folder), 'utf8') }
}

const contracts = compile() // first: what does not compile leaves the artifacts as they are
for (const file of files.filter((name) => name.endsWith('.json'))) await rm(new URL(file, folder))
for (const file of Object.keys(sources)) {
  const parts = [file, ...imports(file)]
  const hash = createHash('sha256')
  for (const part of parts) hash.update(sources[part].content)
  const sourceSha256 = hash.digest('hex')
  for (const [name, { abi, evm }] of Object.entries(contracts[file])) {
    // Interfaces, libraries and what others build on have no use of their own.
    if (evm.bytecode.object === '' || abi.length === 0) continue
    const artifact = {
      contract: name,
      sources: parts,
      sourceSha256,
      ...(parts.some(usesLibrary) ? { library: `${LIBRARY} ${libraryVersion}` } : {}),
      compiler: solc.version(),
      abi,
      bytecode: `0x${evm.bytecode.object}`,
      runtimeBytecode: `0x${evm.deployedBytecode.object}`,
    }
    const text = JSON.stringify(artifact, null, 2).replace(
      /"sources": \[[^\]]*\]/,
      `"sources": ${JSON.stringify(parts).replaceAll(',', ', ')}`,
    )
    await writeFile(new URL(`${name}.json`, folder), `${text}\n`)
    console.log(`${name}: ${evm.deployedBytecode.object.length / 2} bytes`)
  }
}

function usesLibrary(file) {
  return sources[file].content.includes(`from "${LIBRARY}/`)
}

function imports(file) {
  const direct = [...sources[file].content.matchAll(/^import .*"\.\/(.+)";$/gm)].map(([, name]) => name)
  return [...new Set(direct.flatMap((name) => [name, ...imports(name)]))].sort()
}

function compile() {
  const input = {
    language: 'Solidity',
    sources,
    settings: {
      optimizer: { enabled: true, runs: 200 },
      // Without the metadata hash the same source gives the same bytes on every machine.
      metadata: { bytecodeHash: 'none', appendCBOR: false },
      evmVersion: 'cancun',
      outputSelection: { '*': { '*': ['abi', 'evm.bytecode.object', 'evm.deployedBytecode.object'] } },
    },
  }
  const output = JSON.parse(solc.compile(JSON.stringify(input), { import: readLibrary }))
  const problems = output.errors ?? []
  for (const { severity, formattedMessage } of problems) console.error(`${severity}: ${formattedMessage}`)
  if (problems.some(({ severity }) => severity === 'error')) throw new Error('The contracts do not compile')
  return output.contracts
}

/** The sources of the library; everything else is in `sources`. */
function readLibrary(path) {
  if (!path.startsWith(`${LIBRARY}/`)) return { error: 'not found' }
  return { contents: readFileSync(resolve(path), 'utf8') }
}

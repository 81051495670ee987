// Accounts of each ecosystem that sign with other people's libraries, and where there is one, another library's opinion of a signature.
import { makeSignDoc, Secp256k1HdWallet, serializeSignDoc } from '@cosmjs/amino'
import {
  Bip39,
  EnglishMnemonic,
  Keccak256,
  Secp256k1,
  Secp256k1Signature,
  Sha256,
  Slip10,
  Slip10Curve,
  stringToPath,
} from '@cosmjs/crypto'
import { Keyring } from '@polkadot/keyring'
import { stringToU8a, u8aToHex, u8aWrapBytes } from '@polkadot/util'
import { cryptoWaitReady, signatureVerify } from '@polkadot/util-crypto'
import { base58, base64, bech32, hex } from '@scure/base'
import {
  Address,
  NETWORK,
  OutScript,
  p2pkh,
  p2sh,
  p2tr,
  p2wpkh,
  RawWitness,
  TEST_NETWORK,
  Transaction,
  WIF,
} from '@scure/btc-signer'
import { Keypair } from '@solana/web3.js'
import { BIP322, Signer, Verifier } from 'bip322-js'
import bitcoinMessage from 'bitcoinjs-message'
import { Wallet, keccak256, SigningKey, verifyMessage } from 'ethers'
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'
import { secp256k1 } from '@noble/curves/secp256k1.js'
import { privateKeyToAccount } from 'viem/accounts'
import type { ChainId } from '../../src/vocabulary/caip.js'

export interface TestSigner {
  readonly name: string
  readonly chainId: ChainId
  readonly otherChain: ChainId
  readonly address: string
  readonly publicKey?: string
  sign(text: string): Promise<string>
  /** What another library says. */
  readonly judge?: (text: string, signature: string) => boolean | Promise<boolean>
}

const key = (seed: number) => new Uint8Array(32).fill(seed)
const text = (value: string) => new TextEncoder().encode(value)

function evm(seed: number): TestSigner {
  const account = privateKeyToAccount(`0x${hex.encode(key(seed))}`)
  return {
    name: 'eip155 key',
    chainId: 'eip155:1',
    otherChain: 'eip155:10',
    address: account.address,
    sign: (message) => account.signMessage({ message }),
    judge: (message, signature) => verifyMessage(message, signature) === account.address,
  }
}

function evmOfEthers(seed: number): TestSigner {
  const wallet = new Wallet(hex.encode(key(seed)))
  return { ...evm(seed), name: 'eip155 key, by ethers', address: wallet.address, sign: (message) => wallet.signMessage(message) }
}

function solana(seed: number): TestSigner {
  const { publicKey, secretKey } = Keypair.fromSeed(key(seed))
  const der = (prefix: string, bytes: Uint8Array) => Buffer.concat([Buffer.from(prefix, 'hex'), bytes])
  const secret = createPrivateKey({
    key: der('302e020100300506032b657004220420', secretKey.slice(0, 32)),
    format: 'der',
    type: 'pkcs8',
  })
  const known = createPublicKey({ key: der('302a300506032b6570032100', publicKey.toBytes()), format: 'der', type: 'spki' })
  return {
    name: 'solana',
    chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    otherChain: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
    address: publicKey.toBase58(),
    sign: async (message) => base58.encode(sign(null, text(message), secret)),
    judge: (message, signature) => verify(null, text(message), known, base58.decode(signature)),
  }
}

type BitcoinKind = 'p2pkh' | 'p2sh' | 'p2wpkh' | 'p2tr'

function bitcoin(seed: number, kind: BitcoinKind, protocol: 'bip137' | 'bip322', isTest = false): TestSigner {
  const network = isTest ? TEST_NETWORK : NETWORK
  const publicKey = secp256k1.getPublicKey(key(seed))
  const addresses: Record<BitcoinKind, string | undefined> = {
    p2pkh: p2pkh(publicKey, network).address,
    p2sh: p2sh(p2wpkh(publicKey, network), network).address,
    p2wpkh: p2wpkh(publicKey, network).address,
    p2tr: p2tr(publicKey.slice(1), undefined, network).address,
  }
  const address = String(addresses[kind])
  const type = kind === 'p2pkh' ? undefined : kind === 'p2sh' ? 'p2sh(p2wpkh)' : 'p2wpkh'
  const main = 'bip122:000000000019d6689c085ae165831e93'
  const test = 'bip122:000000000933ea01ad0ee984209779ba'
  return {
    name: `bip122 ${kind} ${protocol}${isTest ? ' testnet' : ''}`,
    chainId: isTest ? test : main,
    otherChain: isTest ? main : test,
    address,
    sign: async (message) =>
      protocol === 'bip322'
        ? Signer.sign(WIF(network).encode(key(seed)), address, message)
        : bitcoinMessage
            .sign(message, Buffer.from(key(seed)), true, type === undefined ? undefined : { segwitType: type })
            .toString('base64'),
    judge: (message, signature) => Verifier.verifySignature(address, message, signature),
  }
}

type PolkadotType = 'sr25519' | 'ed25519' | 'ecdsa' | 'ethereum'

function polkadot(seed: number, type: PolkadotType, { isWrapped = true, withType = false } = {}): TestSigner {
  const pair = new Keyring({ type, ss58Format: 0 }).addFromSeed(key(seed))
  return {
    name: `polkadot ${type}${isWrapped ? '' : ', not wrapped'}${withType ? ', with its type' : ''}`,
    chainId: 'polkadot:91b171bb158e2d3848fa23a9f1c25182',
    otherChain: 'polkadot:b0a8d493285c2df73290dfb7e61f870f',
    address: pair.address,
    sign: async (message) =>
      u8aToHex(pair.sign(isWrapped ? u8aWrapBytes(stringToU8a(message)) : stringToU8a(message), { withType })),
    judge: (message, signature) => signatureVerify(message, signature, pair.address).isValid,
  }
}

const MNEMONICS = [
  'surround miss nominee dream gap cross assault thank captain prosper drop duty group candy wealth weather scale put',
  'economy stock theory fatal elder harbor betray wasp final emotion task crumble siren bottom lizard educate guess current outdoor pair theory focus wife stone',
]
const textDocument = (signer: string, message: string) =>
  makeSignDoc(
    [{ type: 'sign/MsgSignData', value: { signer, data: base64.encode(text(message)) } }],
    { gas: '0', amount: [] },
    '',
    '',
    0,
    0,
  )

async function cosmos(index: number): Promise<TestSigner> {
  const wallet = await Secp256k1HdWallet.fromMnemonic(MNEMONICS[index]!, { prefix: 'cosmos' })
  const [account] = await wallet.getAccounts()
  const { address, pubkey } = account!
  return {
    name: 'cosmos',
    chainId: 'cosmos:cosmoshub-4',
    otherChain: 'cosmos:osmosis-1',
    address,
    publicKey: hex.encode(pubkey),
    sign: async (message) => (await wallet.signAmino(address, textDocument(address, message))).signature.signature,
    judge: (message, signature) =>
      Secp256k1.verifySignature(
        Secp256k1Signature.fromFixedLength(base64.decode(signature)),
        new Sha256(serializeSignDoc(textDocument(address, message))).digest(),
        pubkey,
      ),
  }
}

/** The document of an account, signed by ADR-36 with the key of `number`, whosever the account is. */
export async function signForOther(number: 0 | 1, address: string, message: string, hash: 'sha256' | 'keccak256' = 'sha256') {
  const seed = await Bip39.mnemonicToSeed(new EnglishMnemonic(MNEMONICS[number]!))
  const { privkey } = Slip10.derivePath(Slip10Curve.Secp256k1, seed, stringToPath("m/44'/118'/0'/0/0"))
  const document = serializeSignDoc(textDocument(address, message))
  const digest = hash === 'sha256' ? new Sha256(document).digest() : new Keccak256(document).digest()
  return base64.encode(Secp256k1.createSignature(digest, privkey).toFixedLength().slice(0, 64))
}

/** A witness of BIP-322 for a P2WPKH or P2SH-P2WPKH address, made with the key of `seed`, whosever the address is. */
export function witnessFor(address: string, seed: number, message: string): string {
  const out = OutScript.encode(Address(NETWORK).decode(address))
  const publicKey = secp256k1.getPublicKey(key(seed))
  const spend = new Transaction({ version: 0, allowUnknownOutputs: true, disableScriptCheck: true })
  const txid = BIP322.buildToSpendTx(message, Buffer.from(out)).getId()
  spend.addInput({ txid, index: 0, sequence: 0, witnessUtxo: { script: out, amount: 0n } })
  spend.addOutput({ script: Uint8Array.of(0x6a), amount: 0n })
  const digest = spend.preimageWitnessV0(0, p2pkh(publicKey).script, 1, 0n)
  const signature = secp256k1.sign(digest, key(seed), { prehash: false, format: 'der' })
  return base64.encode(RawWitness.encode([Uint8Array.from([...signature, 1]), publicKey]))
}

/** Of a chain whose keys are as Ethereum's: the address and the signature are made with ethers. */
async function cosmosOfEthereum(index: number): Promise<TestSigner> {
  const seed = await Bip39.mnemonicToSeed(new EnglishMnemonic(MNEMONICS[index]!))
  const { privkey } = Slip10.derivePath(Slip10Curve.Secp256k1, seed, stringToPath("m/44'/60'/0'/0/0"))
  const signing = new SigningKey(privkey)
  const account = Buffer.from(new Wallet(signing).address.slice(2), 'hex')
  const address = bech32.encode('inj', bech32.toWords(account))
  return {
    name: 'cosmos ethsecp256k1',
    chainId: 'cosmos:injective-1',
    otherChain: 'cosmos:evmos_9001-2',
    address,
    publicKey: signing.compressedPublicKey.slice(2),
    sign: async (message) => {
      const { r, s } = signing.sign(keccak256(serializeSignDoc(textDocument(address, message))))
      return base64.encode(hex.decode(r.slice(2) + s.slice(2)))
    },
  }
}

/** All kinds of accounts. Those of another `number` have other keys. */
export async function createSigners(number: 0 | 1): Promise<readonly TestSigner[]> {
  await cryptoWaitReady()
  const seed = number + 7
  const kinds = ['sr25519', 'ed25519', 'ecdsa', 'ethereum'] as const
  return [
    evm(seed),
    evmOfEthers(seed),
    solana(seed),
    bitcoin(seed, 'p2pkh', 'bip137'),
    bitcoin(seed, 'p2sh', 'bip137'),
    bitcoin(seed, 'p2wpkh', 'bip137'),
    bitcoin(seed, 'p2pkh', 'bip322'),
    bitcoin(seed, 'p2sh', 'bip322'),
    bitcoin(seed, 'p2wpkh', 'bip322'),
    bitcoin(seed, 'p2tr', 'bip322'),
    bitcoin(seed, 'p2wpkh', 'bip322', true),
    ...kinds.map((kind) => polkadot(seed, kind)),
    ...kinds.map((kind) => polkadot(seed, kind, { isWrapped: false })),
    ...kinds.map((kind) => polkadot(seed, kind, { withType: true })),
    await cosmos(number),
    await cosmosOfEthereum(number),
  ]
}

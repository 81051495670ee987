// What nothing uses: files, dependencies, exports. Each exception says why knip cannot see the use.
import type { KnipConfig } from 'knip'

const config: KnipConfig = {
  // A type stands in the signature of something that is exported, and has a name for whoever calls that.
  ignoreExportsUsedInFile: { interface: true, type: true, class: true },
  workspaces: {
    '.': {
      entry: [
        // What package.json exports, as sources.
        'src/{index,onramp,testing,errors,wagmi}.ts',
        'src/react/{index,onramp,solana}.ts',
        'src/solana/index.ts',
        'src/siwx/index.ts',
        'src/frame/index.ts',
        'src/connectors/create-connector.ts',
        'src/frameworks/*.d.ts',
        // The build names it.
        'src/root/{first-open,after-open}.ts',
        // Read as a whole (`import *`, or `import()` with the type of all that it has): who reads them takes members by name.
        'src/vocabulary/{constants,networks}.ts',
        'src/api/*.ts',
        'src/connectors/*/{methods,index}.ts',
        'src/connectors/relay/authenticate.ts',
        'src/connectors/solana/{ed25519,sign-in,transaction,transfer}.ts',
        'src/siwx/verify/*.ts',
        'src/siwx/for-modal.ts',
        'src/solana/follow.ts',
        'src/elements/icons/networks/*.ts',
        'src/elements/shell/*-content.ts',
        'src/elements/views/**/*.ts', // for the element that each registers
        'src/vocabulary/view.ts', // its tables grow by `declare module`
        // Pages and programs.
        'demo/{dapp,gallery,wallet}/main.tsx',
        'demo/{approvals,onramp,script,two,viem,wagmi}/page.ts',
        'demo/vite.config.ts',
        'scripts/*.mjs',
        'scripts/lib/vitest-report.mjs', // Vitest calls it
        'bench/*.{mjs,ts}',
        'bench/load/{bare,crowd}.ts',
        'bench/open/{main,floor/main,floor/list}.ts',
        'bench/account/main.mjs',
        'bench/load/probe.mjs',
        'web-test-runner.config.mjs',
        'test/card/engines/*.mjs', // which that imports, unseen by knip
        'custom-elements-manifest.config.mjs',
        // Tests, and what they run in processes of their own.
        'test/**/*.{test,card,walk,test-d}.{ts,tsx}',
        'test/types/*.ts',
        'test/support/{patience,dom-storage}.ts',
        'test/support/frame-page.ts', // in a frame
        'test/walks/support/prepared-services.ts',
        'test/walks/support/wallet-process.ts',
        'test/walks/support/page-wallets.ts',
        'test/walks/support/bundle-programs.ts', // Playwright calls it
      ],
      project: ['src/**', 'demo/**/*.{ts,tsx}', 'scripts/**', 'vite/**', 'bench/**', 'test/**/*.{ts,tsx}', '*.{ts,js,mjs}'],
      ignore: [
        'test/consumers/**', // projects with dependencies of their own
        'test/fixtures/trial-namespace/index.ts', // copied into a copy of the sources
      ],
      ignoreDependencies: [
        'ws', // of the workspace `services`, whose relay the benches load
        'react', // a peer: who has React uses its entry
        '@solana/web3.js', // likewise
        // Programs that the checks run by their paths.
        '@custom-elements-manifest/analyzer',
        'lit-analyzer',
        'publint',
        'typescript-7',
        '@arethetypeswrong/cli',
        // What the snippets of the guides import, which a test compiles.
        '@vitejs/plugin-vue',
      ],
    },
    services: {
      entry: [
        'src/{main,recovery-main}.ts',
        'src/embedded/pages/link.js',
        'src/db/engine-worker.mjs',
        'src/db/cluster.ts',
        'devnet/*main.ts',
        'page/{main,mailbox}.tsx',
        '{frame,page}/vite.config.ts',
        'frame/main.ts',
        'frame/page/main.ts',
        'frame/keys/worker.ts', // of the page: the build makes a file of it
        // Read as a whole, by `loaded(import())`: who imports them takes members by name.
        'frame/{approving,recovery,screen-view,sign-in}.ts',
        'frame/approvals/solana/describe-solana.ts',
        'frame/keys/page-keys.ts',
        'frame/passkeys/passkey-{screen,unlock}.ts',
        'frame/smart/{prepare,send}.ts',
        'test/**/*.test.ts',
        'test/http/route-types.ts', // compiled, never run
        'test/support/{*-process.ts,databases.ts,postgres-guard.mjs}',
        'test/flood/{attacker,heavy-node,prober}.ts',
        'test/wallets/check-wallets.mjs', // a test runs it
        'devnet/contracts/compile.mjs',
      ],
      project: ['src/**', 'frame/**/*.ts', 'devnet/**/*.ts', 'test/**/*.{ts,mjs}', 'page/**'],
      ignoreDependencies: [
        'tsx', // `npm start` runs the sources with it
        '@openzeppelin/contracts', // for the same script: the contracts import it
        '@account-abstraction/contracts', // the devnet reads its artifacts
        '@web3icons/core', // its drawings are read from its folder
      ],
    },
  },
}
export default config

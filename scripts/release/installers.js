// Files for Homebrew, Scoop and Docker. Homebrew and Scoop refuse a download whose hash differs.
import { downloadsOf, homeOf } from './links.js';

/** `sums` has the SHA-256 of each file of the release by name. Throws if one is missing. */
function hashIn(sums, name) {
  const hash = sums.get(name);
  if (hash === undefined) throw new Error(`${name} was not built`);
  return hash;
}

export function homebrewFormula(project, sums) {
  const { version, description, license, repository } = project;
  const forCpu = (cpu, name) => `    on_${cpu} do
      url "${downloadsOf(project)}/${name}"
      sha256 "${hashIn(sums, name)}"
    end`;
  return `class Loopsctl < Formula
  desc "${description.replaceAll('"', '\\"')}"
  homepage "${homeOf(repository)}"
  version "${version}"
  license "${license}"

  on_macos do
${forCpu('arm', 'loopsctl-darwin-arm64')}
${forCpu('intel', 'loopsctl-darwin-x64')}
  end

  on_linux do
${forCpu('arm', 'loopsctl-linux-arm64')}
${forCpu('intel', 'loopsctl-linux-x64')}
  end

  def install
    bin.install Dir["loopsctl-*"].first => "loopsctl"
    generate_completions_from_executable(bin/"loopsctl", "completion", shells: [:bash, :zsh, :fish])
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/loopsctl --version")
  end
end
`;
}

export function scoopManifest(project, sums) {
  const { version, description, license, repository } = project;
  const name = 'loopsctl-windows-x64.exe';
  const manifest = {
    version,
    description,
    homepage: homeOf(repository),
    license,
    architecture: { '64bit': { url: `${downloadsOf(project)}/${name}#/loopsctl.exe`, hash: hashIn(sums, name) } },
    bin: 'loopsctl.exe',
    checkver: 'github',
    autoupdate: {
      architecture: { '64bit': { url: `${homeOf(repository)}/releases/download/v$version/${name}#/loopsctl.exe` } },
    },
  };
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

/**
 * The image has the packed program, which is not run as root. The package is mounted, because a copy would stay in a layer. The user
 * owns the working directory, so that commands can write files also where nothing is mounted.
 */
export const dockerfile = (
  { version, description, license, repository },
  tarball,
) => `# docker build -t loopsctl . && docker run --rm --init -it -e LOOPS_API_KEY -v "$PWD:/work" loopsctl themes list
# Without --init, Ctrl-C does not end a run that computes, because process 1 has no default for signals.
FROM node:24-alpine
LABEL org.opencontainers.image.title="loopsctl" \\
  org.opencontainers.image.description="${description.replaceAll('"', '\\"')}" \\
  org.opencontainers.image.version="${version}" \\
  org.opencontainers.image.licenses="${license}" \\
  org.opencontainers.image.source="${homeOf(repository)}"
RUN --mount=type=bind,source=${tarball},target=/tmp/${tarball} \\
  npm install --global --offline --no-audit --no-fund --cache /tmp/npm /tmp/${tarball} \\
  && rm -rf /tmp/npm \\
  && mkdir /work && chown node:node /work
USER node
WORKDIR /work
ENTRYPOINT ["loopsctl"]
`;

/** The addresses and hashes in a formula or manifest, to compare with the files. */
export const downloadsIn = (text) =>
  [...text.matchAll(/"([^"]+\/releases\/download\/v\d[^"]*)",?\s+"?(?:sha256|hash)"?:? "([0-9a-f]{64})"/g)].map(
    ([, address, hash]) => ({ name: address.replace(/#.*/, '').split('/').at(-1), hash }),
  );

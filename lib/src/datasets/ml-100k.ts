import type { Dataset } from './dataset';

/**
 * MovieLens-100k: 100,000 ratings of 1,682 movies by 943 users, 1997 and 1998.
 *
 * The MD5 of the zip is the one that GroupLens publishes beside it. The SHA-256 values are of a copy whose u.data,
 * u.user, u.item and u1 have the known MD5s; the other splits are those that the publisher's own scripts (mku.sh,
 * allbut.pl) make of that u.data.
 */
export const ml100k: Dataset = {
  name: 'ml-100k',
  title: 'MovieLens-100k (GroupLens, University of Minnesota)',
  licence: 'research use only, with citation; no redistribution and no commercial use without permission',
  cite:
    'F. Maxwell Harper and Joseph A. Konstan. 2015. The MovieLens Datasets: History and Context. ' +
    'ACM Transactions on Interactive Intelligent Systems 5(4), article 19. https://doi.org/10.1145/2827872',
  size: '15 MB (5 MB to download)',
  holds: null,
  fetch: {
    url: 'https://files.grouplens.org/datasets/movielens/ml-100k.zip',
    md5: '0e33842e24a9c977be4e0107933c0723',
    inside: 'ml-100k/',
  },
  byHand: 'Download ml-100k.zip from https://grouplens.org/datasets/movielens/100k/',
  sharedFolder: 'movielens-100k',
  files: [
    {
      name: 'u.data',
      bytes: 1979173,
      sha256: '06416e597f82b7342361e41163890c81036900f418ad91315590814211dca490',
    },
    {
      name: 'u.item',
      bytes: 236344,
      sha256: '553841ebc7de3a0fd0d6b62a204ea30c1e651aacfb2814c7a6584ac52f2c5701',
    },
    {
      name: 'u.user',
      bytes: 22628,
      sha256: 'f120e114da2e8cf314fd28f99417c94ae9ddf1cb6db8ce0e4b5995d40e90e62c',
    },
    {
      name: 'u.genre',
      bytes: 202,
      sha256: '9757e0d3e6b298159a80dd48eaf938114690e911e39af97a76949ef1663610bb',
    },
    { name: 'u.info', bytes: 36, sha256: '5b0a40b2e47a729ee6203063f6dcf8790c2e63f5a18663e6ee318a72c5f3c27b' },
    {
      name: 'u.occupation',
      bytes: 193,
      sha256: 'cd5fbec9afe345d993a62fc7817df1a4a9079c4feb267b3118763b8fd942137d',
    },
    {
      name: 'u1.base',
      bytes: 1586544,
      sha256: 'ce253ec86c448b44fb3ba9a30d12dcfc2e9210cbde71efada3730c22e9ac212a',
    },
    {
      name: 'u1.test',
      bytes: 392629,
      sha256: '18c6014a4b2c7324f250a63f8904a7b16b2b19f911129e346141507b0cbac950',
    },
    {
      name: 'u2.base',
      bytes: 1583948,
      sha256: '6c06f0b5df4b256da1a994f3ac66edc8da4d3f09bc9282df6b14d893366d703e',
    },
    {
      name: 'u2.test',
      bytes: 395225,
      sha256: '4de658d1e04ed9104629509a2e2528fce833ac8e048280183f1df167632038c3',
    },
    {
      name: 'u3.base',
      bytes: 1582546,
      sha256: 'afdc155c291c6edc41c0407e39d7462eb98d341e064f0b0a12175b80b3c4af5d',
    },
    {
      name: 'u3.test',
      bytes: 396627,
      sha256: '0f548b51c78327de4c156461d3e430b7e5579fe2b5681586a59416e48fd35f6d',
    },
    {
      name: 'u4.base',
      bytes: 1581878,
      sha256: '219f0f4d40dfe9c5141d425f53fa91ee23ed275f14e280bbf1b50117afb064ca',
    },
    {
      name: 'u4.test',
      bytes: 397295,
      sha256: '7c02ad0a1e7ab1083c8b9d4b627203a051dd7b5eab46d99fa44de33470de8db9',
    },
    {
      name: 'u5.base',
      bytes: 1581776,
      sha256: 'a9574e59ce961eec2121627760b6e9b0974ce1637b3fe69ac32cb14a4bfab485',
    },
    {
      name: 'u5.test',
      bytes: 397397,
      sha256: '351cc52e0d15b6c721466276fc24671d40936899e3d01fadeaf312915b8c5634',
    },
    {
      name: 'ua.base',
      bytes: 1792501,
      sha256: '67b5bcdb380c29f85d56a012ecd88612ae020f30a6730d117a334ee8203b91f2',
    },
    {
      name: 'ua.test',
      bytes: 186672,
      sha256: 'd0497e202417720f57a184ec8c66be2d1afa4ff41bb53787c57b28d6bf79bc42',
    },
    {
      name: 'ub.base',
      bytes: 1792476,
      sha256: '237254d253b6ad7de84f919d041055428646254f34ed8f562703c899430cd881',
    },
    {
      name: 'ub.test',
      bytes: 186697,
      sha256: 'd54a72d05730d5892062734b2bec73e976f9b713d18c828a18b968d6cce442da',
    },
  ],
};

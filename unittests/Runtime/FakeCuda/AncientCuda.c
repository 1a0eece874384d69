/* A driver that has hardly anything. */
int cuInit(unsigned flags);
int cuDriverGetVersion(int *version);

int cuInit(unsigned flags) { return 0; }
int cuDriverGetVersion(int *version) {
  *version = 9020;
  return 0;
}

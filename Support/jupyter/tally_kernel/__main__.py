from ipykernel.kernelapp import IPKernelApp

from .kernel import TallyKernel

IPKernelApp.launch_instance(kernel_class=TallyKernel)
